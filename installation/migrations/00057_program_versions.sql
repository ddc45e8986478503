-- +goose Up
-- Versions of the program that have worked on this database. The newest use is that of the version that wrote last. An earlier version
-- that refuses to start names the one that the schema needs.
CREATE TABLE program_versions (
    version  text        PRIMARY KEY,
    schema   bigint      NOT NULL,               -- the newest migration that it knows
    first_at timestamptz NOT NULL DEFAULT now(),
    last_at  timestamptz NOT NULL DEFAULT now() -- within an hour
);

-- +goose Down
DROP TABLE program_versions;
