-- +goose Up
-- The networks to which each running instance may send webhooks, so that commands check and test addresses as the shop does.
ALTER TABLE instances ADD COLUMN webhook_networks text[] NOT NULL DEFAULT '{}';

-- +goose Down
ALTER TABLE instances DROP COLUMN webhook_networks;
