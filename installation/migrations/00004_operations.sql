-- State of operations that is no fact of the shop: running requests and secrets of the installation.

-- +goose Up

-- One row for each idempotency key in use (conventions §10).
CREATE TABLE idempotency_keys (
    scope       text        COLLATE "C" PRIMARY KEY, -- digest of key, caller, method and path
    attempt     uuid        NOT NULL,                -- event IDs derive from it; a key used anew gets another
    holder      bigint      NOT NULL,                -- the instance that runs the request; it holds an advisory lock of this number
    reserved_at timestamptz NOT NULL,
    finished_at timestamptz,
    status      int,
    headers     text,
    body        bytea
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (reserved_at);

CREATE TABLE installation_secrets (
    name    text  COLLATE "C" PRIMARY KEY,
    value   bytea NOT NULL,
    made_at timestamptz NOT NULL DEFAULT now()
);

-- Sequences of identifiers, created on first use.
CREATE SCHEMA ids;

-- Checkpoints of reactions.
CREATE TABLE reaction_checkpoints (
    reaction   text        COLLATE "C" PRIMARY KEY,
    position   bigint      NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE reaction_parked (
    reaction  text        COLLATE "C" NOT NULL,
    position  bigint      NOT NULL,
    stream    text        COLLATE "C" NOT NULL,
    event     text        NOT NULL,
    error     text        NOT NULL,
    parked_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (reaction, position)
);
CREATE INDEX reaction_parked_stream ON reaction_parked (reaction, stream);

-- +goose Down
DROP SCHEMA ids CASCADE;
DROP TABLE reaction_parked, reaction_checkpoints, installation_secrets, idempotency_keys;
