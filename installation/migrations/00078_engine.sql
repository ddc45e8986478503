-- +goose Up
-- Rebuilds, rollbacks and verifications of projectors. One that runs holds the advisory lock of its projector, on any instance.
CREATE TABLE projection_jobs (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    projector  text             NOT NULL,
    kind       text             NOT NULL CHECK (kind IN ('rebuild', 'rollback', 'verify')),
    started_by text             NOT NULL, -- kind and number of the account, such as admin 7; empty: the program itself
    program    text             NOT NULL,
    step       text             NOT NULL DEFAULT '',
    position   bigint           NOT NULL DEFAULT 0,
    target     bigint           NOT NULL DEFAULT 0, -- 0: not known yet
    per_second double precision NOT NULL DEFAULT 0,
    started_at timestamptz      NOT NULL DEFAULT clock_timestamp(),
    noted_at   timestamptz      NOT NULL DEFAULT clock_timestamp(),
    canceled   boolean          NOT NULL DEFAULT false, -- somebody has asked for its end
    ended_at   timestamptz,
    result     text CHECK (result IN ('done', 'failed', 'canceled', 'interrupted')),
    error      text             NOT NULL DEFAULT '',
    doc        jsonb -- what a verification has found
);
CREATE INDEX projection_jobs_open ON projection_jobs (projector) WHERE ended_at IS NULL;

-- The running instances, by what they last said of themselves. A crash of the database empties the table, and the instances fill it again.
CREATE UNLOGGED TABLE instances (
    id         uuid PRIMARY KEY,
    role       text        NOT NULL,
    version    text        NOT NULL,
    host       text        NOT NULL,
    process    bigint      NOT NULL,
    address    text        NOT NULL, -- empty: it does not answer requests
    projects   boolean     NOT NULL, -- it runs the projectors
    reacts     boolean     NOT NULL, -- it runs the reactions
    started_at timestamptz NOT NULL,
    seen_at    timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Backups that were made of this database, and when their files were last checked.
CREATE TABLE backups (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind       text        NOT NULL CHECK (kind IN ('dump', 'base')),
    place      text        NOT NULL,
    position   bigint      NOT NULL, -- end of the log in it; of a base, when it was begun
    bytes      bigint      NOT NULL DEFAULT 0,
    sha256     text        NOT NULL DEFAULT '',
    program    text        NOT NULL,
    made_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    checked_at timestamptz,
    damage     text        NOT NULL DEFAULT '' -- what the last check has found
);
CREATE INDEX backups_digest ON backups (sha256);

-- +goose Down
DROP TABLE backups;
DROP TABLE instances;
DROP TABLE projection_jobs;
