-- +goose Up
-- The programs that accounts let act for them. Revoked ones stay until they would have expired, so that their tokens are refused.
CREATE TABLE read.agents (
    id         bigint PRIMARY KEY,
    account_id bigint      NOT NULL,
    expires_at timestamptz NOT NULL,
    revoked    boolean     NOT NULL,
    doc        text        NOT NULL,
    version    bigint      NOT NULL
);
CREATE INDEX agents_account ON read.agents (account_id, id);

-- Clients of the authorization server that have registered themselves. Those that nobody has let in are deleted after a day.
CREATE TABLE oauth_clients (
    id         text        PRIMARY KEY,
    doc        jsonb       NOT NULL, -- what the client says of itself
    created_at timestamptz NOT NULL,
    used_at    timestamptz           -- when an account last let it in
);
CREATE INDEX oauth_clients_unused ON oauth_clients (created_at) WHERE used_at IS NULL;

-- Secrets of the authorization server that are under way: logins without a decision, codes, and refresh tokens. They are state beside the
-- log. What was allowed stands in the log; these only prove who asks.
CREATE TABLE oauth_secrets (
    hash       bytea       PRIMARY KEY, -- SHA-256 of the secret, which only the client knows
    kind       text        NOT NULL,
    account_id bigint      NOT NULL,
    agent_id   bigint      NOT NULL, -- 0 for logins
    doc        jsonb       NOT NULL, -- what the secret is bound to
    expires_at timestamptz NOT NULL,
    used       boolean     NOT NULL DEFAULT false,
    successor  bytea,                -- the refresh token that replaced this one
    answered   boolean     NOT NULL DEFAULT true -- whether the answer with this secret was sent
);
CREATE INDEX oauth_secrets_expiry ON oauth_secrets (expires_at);
CREATE INDEX oauth_secrets_agent ON oauth_secrets (agent_id);

-- +goose Down
DROP TABLE oauth_secrets;
DROP TABLE oauth_clients;
DROP TABLE read.agents;
