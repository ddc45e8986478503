-- The event log and its tables. Only log_head is ever updated.

-- +goose Up
CREATE TABLE events (
    position       bigint      PRIMARY KEY,
    stream         text        COLLATE "C" NOT NULL,
    revision       bigint      NOT NULL,
    id             uuid        NOT NULL,
    type           text        COLLATE "C" NOT NULL,
    schema_version integer     NOT NULL,
    -- json, not jsonb: the seal covers the bytes as they were written
    data           json        NOT NULL,
    metadata       json        NOT NULL,
    recorded_at    timestamptz NOT NULL,
    seal           bytea       NOT NULL,
    CONSTRAINT events_stream_revision UNIQUE (stream, revision),
    CONSTRAINT events_id UNIQUE (id)
);

-- The end of the log. Its row lock orders the appends: its holder assigns the next positions.
CREATE TABLE log_head (
    log_id      uuid        NOT NULL DEFAULT gen_random_uuid(),
    position    bigint      NOT NULL,
    seal        bytea       NOT NULL,
    recorded_at timestamptz NOT NULL
);
-- Every append leaves an old version of the row. None can be removed while an older transaction runs, such as a long backup.
-- This index finds the newest version at once. A unique key on a constant column would have to check all versions.
CREATE UNIQUE INDEX log_head_newest ON log_head (position);
ALTER TABLE log_head SET (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);
INSERT INTO log_head (position, seal, recorded_at) VALUES (0, decode(repeat('00', 32), 'hex'), 'epoch');
-- +goose StatementBegin
CREATE FUNCTION one_log_head() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a log has one end';
END
$$;
-- +goose StatementEnd
CREATE TRIGGER one_log_head BEFORE INSERT ON log_head FOR EACH STATEMENT EXECUTE FUNCTION one_log_head();

-- Keys of data subjects, separate from the log: deleting one forgets the person.
CREATE TABLE subject_keys (
    subject    text        COLLATE "C" PRIMARY KEY,
    key        bytea       NOT NULL CHECK (length(key) = 32),
    created_at timestamptz NOT NULL DEFAULT now()
);

-- Folded states of streams: a cache. If a row is missing or invalid, the stream is folded.
CREATE TABLE snapshots (
    stream     text        COLLATE "C" PRIMARY KEY,
    shape      text        NOT NULL, -- hash of the state's Go type; another one makes the row useless
    revision   bigint      NOT NULL,
    state      bytea       NOT NULL,
    written_at timestamptz NOT NULL DEFAULT now()
);

-- +goose Down
DROP TABLE snapshots, subject_keys, log_head, events;
DROP FUNCTION one_log_head;
