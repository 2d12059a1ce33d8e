-- People who do not want to sit at a table with somebody.
CREATE TABLE blocks (
  id TEXT PRIMARY KEY, person TEXT NOT NULL REFERENCES people (id), blocked TEXT NOT NULL REFERENCES people (id),
  created BIGINT NOT NULL, UNIQUE (person, blocked)
);
CREATE INDEX blocks_against ON blocks (blocked);
-- Names that somebody has told the operator about, as they were then.
CREATE TABLE reports (
  reporter TEXT NOT NULL REFERENCES people (id), person TEXT NOT NULL REFERENCES people (id), name TEXT NOT NULL,
  created BIGINT NOT NULL, PRIMARY KEY (reporter, person, name)
);
CREATE INDEX reports_about ON reports (person);
