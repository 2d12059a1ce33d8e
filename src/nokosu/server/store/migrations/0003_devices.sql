-- For the list of one's own sessions: which device has it, and when it was last used.
ALTER TABLE sessions ADD COLUMN seen BIGINT NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN device TEXT;
