-- What processes share for a short time: begun passkey ceremonies, and how much is left of hourly limits.
CREATE TABLE ceremonies (id TEXT PRIMARY KEY, challenge TEXT NOT NULL, person TEXT, expires BIGINT NOT NULL);
CREATE TABLE allowances (name TEXT PRIMARY KEY, tokens BIGINT NOT NULL, at BIGINT NOT NULL);
-- People and addresses that the operator keeps out until a moment.
CREATE TABLE bans (subject TEXT PRIMARY KEY, expires BIGINT NOT NULL, created BIGINT NOT NULL);
