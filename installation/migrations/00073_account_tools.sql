-- +goose Up
-- Accounts may be limited to some tools.
ALTER TABLE read.accounts ADD COLUMN tools text[] NOT NULL DEFAULT '{}';

-- +goose Down
ALTER TABLE read.accounts DROP COLUMN tools;
