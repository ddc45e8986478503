-- +goose Up
-- The words of a product, as before: signs and tags become blanks with one look at each text, which takes a third of the time.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION read.search_words(language text, name text, short text, long text, marks text[]) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT setweight(to_tsvector(language::regconfig, n), 'A')
        || CASE language WHEN 'simple' THEN ''::tsvector ELSE setweight(to_tsvector('simple'::regconfig, n), 'A') END
        || setweight(to_tsvector(language::regconfig, s), 'B') || setweight(to_tsvector(language::regconfig, l), 'C')
        || array_to_tsvector(marks)
    FROM (SELECT regexp_replace(name, '[-+/\\.@_:#~=%*'']', ' ', 'g') AS n,
        regexp_replace(short, '<[^>]*>|[-+/\\.@_:#~=%*'']', ' ', 'g') AS s,
        regexp_replace(long, '<[^>]*>|[-+/\\.@_:#~=%*'']', ' ', 'g') AS l) AS plain
$$;
-- +goose StatementEnd
-- The index of all texts finds similar names as well.
DROP INDEX IF EXISTS read.product_texts_name;

-- +goose Down
-- +goose StatementBegin
DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
        CREATE INDEX product_texts_name ON read.product_texts USING gin (name public.gin_trgm_ops);
    END IF;
END
$$;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION read.search_words(language text, name text, short text, long text, marks text[]) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT setweight(to_tsvector(language::regconfig, n), 'A')
        || CASE language WHEN 'simple' THEN ''::tsvector ELSE setweight(to_tsvector('simple'::regconfig, n), 'A') END
        || setweight(to_tsvector(language::regconfig, s), 'B') || setweight(to_tsvector(language::regconfig, l), 'C')
        || array_to_tsvector(marks)
    FROM (SELECT translate(name, signs, blanks) AS n, translate(regexp_replace(short, '<[^>]*>', ' ', 'g'), signs, blanks) AS s,
        translate(regexp_replace(long, '<[^>]*>', ' ', 'g'), signs, blanks) AS l
        FROM (VALUES ('-+/\.@_:#~=%*''', '               ')) AS t (signs, blanks)) AS plain
$$;
-- +goose StatementEnd
