-- People's answers to each puzzle, and reports of bad ones; not who they were.
CREATE TABLE puzzles (
  puzzle TEXT PRIMARY KEY, tries BIGINT NOT NULL, solved BIGINT NOT NULL, reports BIGINT NOT NULL, reported BIGINT NOT NULL
);
