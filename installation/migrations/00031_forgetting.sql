-- +goose Up
-- The streams that the request of a stored answer wrote to, so that the answer is emptied when a person in them is forgotten. Null:
-- the answer is from before they were noted.
ALTER TABLE idempotency_keys ADD COLUMN streams text[];

-- +goose Down
ALTER TABLE idempotency_keys DROP COLUMN streams;
