-- +goose Up
-- Sessions of API users at the legacy interfaces (soap-wire §2). They are state beside the log, and may be lost: clients log in again.
CREATE TABLE api_sessions (
    id         bytea       PRIMARY KEY, -- SHA-256 of the session's identifier, which only the client knows
    account_id bigint      NOT NULL,
    used_at    timestamptz NOT NULL     -- written at most once per sixtieth of the lifetime
);
CREATE INDEX api_sessions_used ON api_sessions (used_at);

-- +goose Down
DROP TABLE api_sessions;
