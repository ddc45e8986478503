-- +goose Up
-- The user names that accounts have had, for the names of who took a step. Those of forgotten accounts are deleted.
CREATE TABLE read.account_names (
    account_id bigint NOT NULL,
    since      bigint NOT NULL, -- position of the event that gave the name
    kind       text   NOT NULL,
    name       text   NOT NULL,
    PRIMARY KEY (account_id, since)
);

-- +goose Down
DROP TABLE read.account_names;
