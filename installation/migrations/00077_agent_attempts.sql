-- +goose Up
-- What agents tried without doing it, and what they were refused. The log has neither, because nothing happened. The table is bounded, see
-- package attempts, and can be lost.
CREATE TABLE agent_attempts (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at         timestamptz NOT NULL,
    kind       text        NOT NULL, -- of the account, as in actors of events
    account_id bigint      NOT NULL,
    agent_id   bigint      NOT NULL, -- 0: a token that the account has given to a program itself
    operation  text        NOT NULL,
    target     bigint      NOT NULL, -- number in the path; 0: none
    client     text        NOT NULL,
    request_id text        NOT NULL,
    dry_run    boolean     NOT NULL,
    code       text        NOT NULL, -- of the refusal; empty: it was not refused
    message    text        NOT NULL
);
CREATE INDEX agent_attempts_account ON agent_attempts (account_id, id DESC);

-- +goose Down
DROP TABLE agent_attempts;
