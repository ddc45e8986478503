-- +goose Up
-- Groups of consumers that share the events of a stream or of the log, and how far they have come. They belong to the log, and outlive the
-- instance that serves them. One instance serves a group at a time; it renews owned_until while it does.
CREATE TABLE public.subscription_groups (
    source text NOT NULL, -- a stream, or $all
    name text NOT NULL,
    settings jsonb NOT NULL,
    version bigint NOT NULL DEFAULT 1, -- grows with each change of the settings
    place bigint NOT NULL, -- the revision, or position for $all, up to which every event is finished
    owner uuid,
    owned_until timestamptz,
    PRIMARY KEY (source, name)
);

-- Events that consumers of a group could not handle. They are put aside until somebody has them replayed.
CREATE TABLE public.parked_events (
    source text NOT NULL,
    name text NOT NULL,
    number bigint GENERATED ALWAYS AS IDENTITY,
    stream text NOT NULL,
    revision bigint NOT NULL,
    replay boolean NOT NULL DEFAULT false, -- consumers are to get it again
    PRIMARY KEY (source, name, number),
    FOREIGN KEY (source, name) REFERENCES public.subscription_groups ON DELETE CASCADE
);

-- +goose Down
DROP TABLE public.parked_events;
DROP TABLE public.subscription_groups;
