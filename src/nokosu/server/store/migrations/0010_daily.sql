-- The deal of the day: one row per attempt. The figures are there once it has been played to its end in time.
CREATE TABLE daily (
  table_id TEXT PRIMARY KEY, day BIGINT NOT NULL, ranked BIGINT NOT NULL, person TEXT, began BIGINT NOT NULL,
  points BIGINT, tricks BIGINT, target BIGINT, made BIGINT, won TEXT, own TEXT, actions TEXT, UNIQUE (day, ranked, person)
);
CREATE INDEX daily_of ON daily (person, day);
CREATE INDEX daily_board ON daily (day, ranked, points, table_id);
-- Days that are over: their secret, and everybody's results counted once.
CREATE TABLE daily_days (day BIGINT PRIMARY KEY, secret TEXT NOT NULL, champion TEXT, summary TEXT NOT NULL);
