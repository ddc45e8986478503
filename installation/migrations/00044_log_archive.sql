-- +goose Up
-- An event whose contents are in the archive only has neither data nor metadata here. The rest of its row stays: it keeps IDs and
-- revisions unique, and is the index of the archive.
ALTER TABLE events ALTER data DROP NOT NULL, ALTER metadata DROP NOT NULL;

-- The archive with the contents of the oldest events. No row: all contents are in the table events.
CREATE TABLE log_archive (
    single     boolean     PRIMARY KEY DEFAULT true CHECK (single),
    place      text        NOT NULL, -- directory, or URL of a bucket
    key        bytea       NOT NULL, -- public Ed25519 key of its signature
    position   bigint      NOT NULL, -- where the archive ended when it was named here
    seal       bytea       NOT NULL, -- of the event there
    dropped    bigint      NOT NULL DEFAULT 0 CHECK (dropped <= position), -- contents up to here have left the table events
    named_at   timestamptz NOT NULL DEFAULT now()
);

-- +goose Down
DROP TABLE log_archive;
ALTER TABLE events ALTER data SET NOT NULL, ALTER metadata SET NOT NULL;
