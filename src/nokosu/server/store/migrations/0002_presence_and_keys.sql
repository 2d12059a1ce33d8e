-- Who is connected to which process, so that nobody is taken for absent who sits at another one.
CREATE TABLE presence (
  table_id TEXT NOT NULL, seat BIGINT NOT NULL, process TEXT NOT NULL, PRIMARY KEY (table_id, seat, process)
);
-- What this server must keep to itself: the key from which tables' secrets follow, the key for Web Push.
CREATE TABLE keys (name TEXT PRIMARY KEY, value TEXT NOT NULL);
