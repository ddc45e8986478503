-- +goose Up
-- The outbox of e-mails: one row for each kind and event. It holds no personal data: the e-mail is composed from the event when
-- it is sent.
CREATE TABLE reaction_mails (
    kind      text        COLLATE "C" NOT NULL,
    event_id  uuid        NOT NULL,
    stream    text        COLLATE "C" NOT NULL,
    revision  bigint      NOT NULL,
    position  bigint      NOT NULL,
    store_id  bigint      NOT NULL DEFAULT 0,
    queued_at timestamptz NOT NULL,
    due_at    timestamptz NOT NULL,
    attempts  integer     NOT NULL DEFAULT 0,
    sent_at   timestamptz,
    closed_at timestamptz,
    outcome   text        NOT NULL DEFAULT '',
    PRIMARY KEY (kind, event_id)
);
CREATE INDEX reaction_mails_due ON reaction_mails (due_at, position) WHERE closed_at IS NULL;
-- For the limits of a store, and to remove old rows.
CREATE INDEX reaction_mails_sent ON reaction_mails (kind, store_id, sent_at) WHERE sent_at IS NOT NULL;
CREATE INDEX reaction_mails_closed ON reaction_mails (closed_at) WHERE closed_at IS NOT NULL;

-- +goose Down
DROP TABLE reaction_mails;
