-- Rated matches. The record says what was played, the seats say who sat there; ratings follow from both.
ALTER TABLE records ADD COLUMN rated BIGINT NOT NULL DEFAULT 0;
CREATE INDEX records_rated ON records (ended, id) WHERE rated = 1;
-- Everybody's rating after each of their matches; `person` goes when they delete their data.
CREATE TABLE rated (
  record TEXT NOT NULL, seat BIGINT NOT NULL, person TEXT, players BIGINT NOT NULL, ended BIGINT NOT NULL, place BIGINT NOT NULL,
  matches BIGINT NOT NULL, mean DOUBLE PRECISION NOT NULL, deviation DOUBLE PRECISION NOT NULL, PRIMARY KEY (record, seat)
);
CREATE INDEX rated_of ON rated (person, players, ended);
CREATE INDEX rated_by_end ON rated (ended, record);
-- The newest rating of each person.
CREATE TABLE ratings (
  person TEXT NOT NULL, players BIGINT NOT NULL, ended BIGINT NOT NULL, matches BIGINT NOT NULL, mean DOUBLE PRECISION NOT NULL,
  deviation DOUBLE PRECISION NOT NULL, low DOUBLE PRECISION NOT NULL, PRIMARY KEY (person, players)
);
CREATE INDEX ratings_board ON ratings (players, low);
