-- Tables of the projection engine: checkpoints, the owner of the projectors, and recent changes.

-- +goose Up
CREATE SCHEMA read;

CREATE TABLE projection_checkpoints (
    projector      text        COLLATE "C" PRIMARY KEY,
    schema_version integer     NOT NULL,
    position       bigint      NOT NULL DEFAULT 0,
    -- The term of the last instance that took over. A writer of an older term has lost its lock.
    term           bigint      NOT NULL DEFAULT 0,
    -- Counts swaps of the tables. After a swap writers start again, and caches keyed by versions are dropped.
    generation     bigint      NOT NULL DEFAULT 0,
    error          text,
    error_position bigint,
    error_event    text,
    failed_at      timestamptz,
    updated_at     timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE projection_checkpoints SET (fillfactor = 20, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);

CREATE SEQUENCE projection_terms;

-- What each batch touched, so that other instances drop it from their caches. Old rows are removed.
CREATE TABLE projection_bumps (
    projector text        COLLATE "C" NOT NULL,
    position  bigint      NOT NULL,
    scopes    text[]      NOT NULL,
    made_at   timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (projector, position)
);

-- Advances a projector by a compare-and-set on the old position, the owner's term and the generation of the tables, in the
-- transaction of the rows. It returns a word for each outcome. The same call records what the batch touched.
-- +goose StatementBegin
CREATE FUNCTION advance_projection(p_name text, p_term bigint, p_generation bigint, p_from bigint, p_to bigint, p_scopes text[], p_versions bigint[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    at projection_checkpoints;
BEGIN
    UPDATE projection_checkpoints
    SET position = p_to, error = NULL, error_position = NULL, error_event = NULL, failed_at = NULL, updated_at = clock_timestamp()
    WHERE projector = p_name AND term = p_term AND generation = p_generation AND position = p_from;
    IF FOUND THEN
        IF cardinality(p_scopes) > 0 THEN
            INSERT INTO read.versions (projector, scope, version) SELECT p_name, u.scope, u.version FROM unnest(p_scopes, p_versions) AS u (scope, version)
            ON CONFLICT (projector, scope) DO UPDATE SET version = greatest(versions.version, excluded.version);
            INSERT INTO projection_bumps (projector, position, scopes) VALUES (p_name, p_to, p_scopes) ON CONFLICT DO NOTHING;
        END IF;
        RETURN;
    END IF;
    SELECT * INTO at FROM projection_checkpoints WHERE projector = p_name;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'projector % has no checkpoint', p_name USING ERRCODE = 'TL001';
    ELSIF at.term <> p_term THEN
        RAISE EXCEPTION 'projector % belongs to term %, not %: another instance has taken over', p_name, at.term, p_term USING ERRCODE = 'TL002';
    ELSIF at.generation <> p_generation THEN
        RAISE EXCEPTION 'projector % has got other tables (generation %, not %)', p_name, at.generation, p_generation USING ERRCODE = 'TL004';
    ELSE
        RAISE EXCEPTION 'projector % is at position %, not %', p_name, at.position, p_from USING ERRCODE = 'TL003';
    END IF;
END
$$;
-- +goose StatementEnd

-- Versions: the position that last touched each scope. Each projector has a partition of its own, which is swapped together
-- with its tables.
CREATE TABLE read.versions (
    projector text   COLLATE "C" NOT NULL,
    scope     text   COLLATE "C" NOT NULL,
    version   bigint NOT NULL,
    PRIMARY KEY (projector, scope)
) PARTITION BY LIST (projector);

-- +goose Down
DROP SCHEMA read CASCADE;
DROP FUNCTION advance_projection;
DROP TABLE projection_bumps, projection_checkpoints;
DROP SEQUENCE projection_terms;
