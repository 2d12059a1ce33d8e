-- People, and how they are recognised. Tokens and codes are kept as hashes.
CREATE TABLE people (
  id TEXT PRIMARY KEY, name TEXT, language TEXT, created BIGINT NOT NULL, seen BIGINT NOT NULL, deleted BIGINT
);
CREATE TABLE sessions (
  token TEXT PRIMARY KEY, person TEXT NOT NULL REFERENCES people (id), created BIGINT NOT NULL, expires BIGINT NOT NULL
);
CREATE INDEX sessions_of ON sessions (person);
CREATE TABLE passkeys (
  credential TEXT PRIMARY KEY, person TEXT NOT NULL REFERENCES people (id), public_key TEXT NOT NULL,
  sign_count BIGINT NOT NULL, created BIGINT NOT NULL
);
CREATE INDEX passkeys_of ON passkeys (person);
CREATE TABLE recovery_codes (code TEXT PRIMARY KEY, person TEXT NOT NULL REFERENCES people (id));
CREATE TABLE push_subscriptions (
  endpoint TEXT PRIMARY KEY, person TEXT NOT NULL REFERENCES people (id), p256dh TEXT NOT NULL, auth TEXT NOT NULL
);
-- The log of every table, append-only: the truth from which everything else follows.
CREATE TABLE log (
  table_id TEXT NOT NULL, seq BIGINT NOT NULL, at BIGINT NOT NULL, body TEXT NOT NULL, client TEXT,
  PRIMARY KEY (table_id, seq)
);
CREATE UNIQUE INDEX log_once ON log (table_id, client);
-- What lists need to know about a table, written together with its log.
CREATE TABLE tables (
  id TEXT PRIMARY KEY, code TEXT NOT NULL UNIQUE, status TEXT NOT NULL, listed BIGINT NOT NULL, summary TEXT NOT NULL,
  created BIGINT NOT NULL, updated BIGINT NOT NULL, turn_of TEXT
);
CREATE INDEX tables_by_status ON tables (status, listed, created);
CREATE TABLE seats (
  table_id TEXT NOT NULL, seat BIGINT NOT NULL, person TEXT NOT NULL, PRIMARY KEY (table_id, seat)
);
CREATE INDEX seats_of ON seats (person);
-- Finished matches. Names are not in them: they are looked up, so that a deleted person is nameless everywhere.
CREATE TABLE records (
  id TEXT PRIMARY KEY, owner TEXT, status TEXT NOT NULL, listed BIGINT NOT NULL, ended BIGINT NOT NULL, body TEXT NOT NULL
);
CREATE INDEX records_by_end ON records (listed, ended);
CREATE TABLE results (
  record TEXT NOT NULL, seat BIGINT NOT NULL, person TEXT NOT NULL, edition TEXT NOT NULL, players BIGINT NOT NULL,
  rounds BIGINT NOT NULL, won BIGINT NOT NULL, contracts_made BIGINT NOT NULL, zero_tried BIGINT NOT NULL,
  zero_made BIGINT NOT NULL, points BIGINT NOT NULL, ended BIGINT NOT NULL, PRIMARY KEY (record, seat)
);
CREATE INDEX results_of ON results (person, ended);
-- When somebody was there to serve: clocks stand still outside of it.
CREATE TABLE beats (process TEXT PRIMARY KEY, at BIGINT NOT NULL);
CREATE TABLE downtimes (began BIGINT PRIMARY KEY, ended BIGINT NOT NULL);
