-- +goose Up
-- The numbers of events and streams by category and type, up to a position. They are a sum over the log, so that nobody has to count it
-- again. Whoever adds the next part compares the position first, so each event counts once.
CREATE TABLE log_tallies (
    category text   COLLATE "C" NOT NULL,
    type     text   COLLATE "C" NOT NULL,
    events   bigint NOT NULL,
    streams  bigint NOT NULL, -- that begin with an event of the type
    PRIMARY KEY (category, type)
);
CREATE TABLE log_tally (
    single   boolean PRIMARY KEY DEFAULT true CHECK (single),
    position bigint  NOT NULL -- counted up to here
);
INSERT INTO log_tally (position) VALUES (0);

-- Verifications of the whole log that somebody has asked for. At most one runs at a time, whichever instance carries it out.
CREATE TABLE log_verifications (
    id         bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    asked_kind text        NOT NULL, -- who asked for it, by number only
    asked_id   bigint      NOT NULL,
    began_at   timestamptz NOT NULL,
    seen_at    timestamptz NOT NULL, -- a running one moves this along; one that stands still has ended with its process
    position   bigint      NOT NULL DEFAULT 0, -- verified up to here
    head       bigint      NOT NULL,
    against    bigint      NOT NULL DEFAULT 0, -- position of the checkpoint that the log was compared with; 0: none
    stopping   boolean     NOT NULL DEFAULT false, -- somebody has asked it to end
    ended_at   timestamptz,
    outcome    text, -- intact, damaged, cancelled, failed or interrupted
    damages    jsonb NOT NULL DEFAULT '[]'
);
CREATE UNIQUE INDEX log_verifications_running ON log_verifications ((true)) WHERE ended_at IS NULL;

-- +goose Down
DROP TABLE log_verifications;
DROP TABLE log_tally;
DROP TABLE log_tallies;
