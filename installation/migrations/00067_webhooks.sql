-- +goose Up
-- How far each subscription of webhooks is. The subscriptions themselves are records.
CREATE TABLE webhook_positions (
    subscription  bigint      PRIMARY KEY,
    position      bigint      NOT NULL, -- all changes up to it are delivered, or have a row below
    replays       bigint      NOT NULL DEFAULT 0, -- those of the subscription that have taken effect
    failing_since timestamptz, -- the first failure after which nothing was accepted; null: the last delivery was accepted
    delivered_at  timestamptz  -- the last delivery that was accepted
);

-- Deliveries: the newest that were accepted, and all that were not. Bodies are made anew for each attempt, and are not kept.
CREATE TABLE webhook_deliveries (
    subscription bigint      NOT NULL,
    position     bigint      NOT NULL,
    ordinal      integer     NOT NULL, -- among the changes of the event
    event        uuid        NOT NULL,
    resource     text        NOT NULL,
    resource_id  text        NOT NULL,
    what         text        NOT NULL,
    state        text        NOT NULL CHECK (state IN ('delivered', 'retrying', 'waiting', 'parked')),
    attempts     integer     NOT NULL,
    status       integer     NOT NULL, -- of the last answer; 0: none
    error        text        NOT NULL,
    took         integer     NOT NULL, -- milliseconds of the last attempt
    due_at       timestamptz, -- of the next attempt
    first_at     timestamptz NOT NULL, -- of the first attempt, or when it began to wait for an earlier change
    last_at      timestamptz NOT NULL,
    replay       bigint      NOT NULL, -- number of the replay in which it was sent
    PRIMARY KEY (subscription, position, ordinal)
);
CREATE INDEX webhook_deliveries_open ON webhook_deliveries (subscription, state) WHERE state <> 'delivered';
CREATE INDEX webhook_deliveries_age ON webhook_deliveries (last_at);

-- +goose Down
DROP TABLE webhook_deliveries;
DROP TABLE webhook_positions;
