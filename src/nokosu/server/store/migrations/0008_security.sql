-- When a session's person last proved who they are, with a passkey or a recovery code.
ALTER TABLE sessions ADD COLUMN verified BIGINT NOT NULL DEFAULT 0;
-- What happened to an account: for its person to see.
CREATE TABLE account_events (
    id TEXT PRIMARY KEY,
    person TEXT NOT NULL,
    at BIGINT NOT NULL,
    event TEXT NOT NULL,
    device TEXT
);
CREATE INDEX account_events_by_person ON account_events (person, at);
