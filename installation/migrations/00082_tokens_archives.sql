-- +goose Up
-- The tokens that were issued to accounts and have not expired, so that they can be listed and revoked one by one. The table is beside the
-- log and has no token, only what each one is good for. The log has what was revoked.
CREATE TABLE issued_tokens (
    number     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id         text        COLLATE "C" NOT NULL UNIQUE, -- the claim jti, or sid of all tokens of a login in a browser
    way        text        NOT NULL, -- how it was issued: command line, login, session or agent
    kind       text        NOT NULL, -- of the account, as in actors of events
    account_id bigint      NOT NULL,
    agent_id   bigint      NOT NULL, -- 0: it is of no agent
    doc        jsonb       NOT NULL, -- permissions, tools and store views
    issued_at  timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
);
CREATE INDEX issued_tokens_account ON issued_tokens (account_id, kind, number DESC);
CREATE INDEX issued_tokens_expiry ON issued_tokens (expires_at);

-- Archives of the log that this installation has written or verified. Whether their files are still there is not known here.
CREATE TABLE log_archives (
    place       text        COLLATE "C" PRIMARY KEY, -- absolute directory, or URL of a bucket without secrets
    position    bigint      NOT NULL, -- where it ended then; it begins with the first event
    seal        bytea       NOT NULL, -- of the event at position
    until       timestamptz NOT NULL, -- recorded time of the event at position
    segments    integer     NOT NULL,
    bytes       bigint      NOT NULL, -- of all segments
    noted_at    timestamptz NOT NULL,
    verified_at timestamptz,          -- when the whole archive was last verified and compared with the log; null: never
    verified    bigint      NOT NULL DEFAULT 0, -- up to here
    damage      text        NOT NULL DEFAULT '' -- what the last verification has found
);

-- +goose Down
DROP TABLE log_archives;
DROP TABLE issued_tokens;
