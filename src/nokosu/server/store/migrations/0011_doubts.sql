-- Judgements that people think are wrong, with the position as its seat saw it, without names.
CREATE TABLE doubts (
  position TEXT NOT NULL, action TEXT NOT NULL, best TEXT NOT NULL, verdict TEXT NOT NULL, loss DOUBLE PRECISION NOT NULL,
  depth TEXT NOT NULL, note TEXT NOT NULL, times BIGINT NOT NULL DEFAULT 1, created BIGINT NOT NULL,
  PRIMARY KEY (position, action)
);
