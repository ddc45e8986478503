-- +goose Up
-- Requests are shown to the customer who made them, and not to whoever has their e-mail address later. The projector fills it in again.
ALTER TABLE read.revocations ADD COLUMN customer_id bigint NOT NULL DEFAULT 0;
CREATE INDEX revocations_customer ON read.revocations (customer_id, received_at, id);

-- +goose Down
ALTER TABLE read.revocations DROP COLUMN customer_id;
