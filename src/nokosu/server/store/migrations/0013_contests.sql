-- Tournaments and duplicate. A round that has begun is never changed; `version` counts the changes of everything else.
CREATE TABLE contests (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, host TEXT, settings TEXT NOT NULL, secret TEXT NOT NULL, status TEXT NOT NULL,
  round BIGINT NOT NULL, opened BIGINT NOT NULL, due BIGINT, created BIGINT NOT NULL, ended BIGINT, version BIGINT NOT NULL
);
CREATE INDEX contests_of ON contests (host, created);
CREATE INDEX contests_running ON contests (status);
-- Everybody who takes part, or did; `person` goes when they delete their data.
CREATE TABLE contest_entrants (
  contest TEXT NOT NULL, entrant BIGINT NOT NULL, person TEXT, entered BIGINT NOT NULL, withdrawn BIGINT,
  PRIMARY KEY (contest, entrant), UNIQUE (contest, person)
);
CREATE INDEX contest_entrants_of ON contest_entrants (person);
-- Each table of each round. `seats` are entrants, and bots below 0; the result is there once it has been played to its end.
CREATE TABLE contest_tables (
  table_id TEXT PRIMARY KEY, contest TEXT NOT NULL, round BIGINT NOT NULL, number BIGINT NOT NULL, seats TEXT NOT NULL,
  champion TEXT, ended BIGINT, result TEXT, UNIQUE (contest, round, number)
);
