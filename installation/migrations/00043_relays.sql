-- +goose Up
-- How far each relay has published the log. The target names the broker and the place there, without credentials.
CREATE TABLE relays (
    name text PRIMARY KEY,
    log_id text NOT NULL,
    target text NOT NULL,
    position bigint NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now()
);

-- +goose Down
DROP TABLE relays;
