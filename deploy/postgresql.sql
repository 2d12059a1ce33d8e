-- As the superuser: sudo -u postgres psql -f postgresql.sql
-- The server creates and migrates its tables in the empty database.
-- With a password: ALTER ROLE nokosu PASSWORD '…', and postgresql://nokosu:…@localhost/nokosu in /etc/nokosu/database.
CREATE ROLE nokosu LOGIN;
CREATE DATABASE nokosu OWNER nokosu ENCODING 'UTF8' TEMPLATE template0;
REVOKE ALL ON DATABASE nokosu FROM PUBLIC;
