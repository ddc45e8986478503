-- +goose Up
-- What searches look through, and which products have what is counted. The rows made here serve until the projectors, whose versions
-- are raised, have made them anew from the log.

-- The words of a product. Words of the name count with their endings too, so that beginnings of words are found.
-- +goose StatementBegin
CREATE FUNCTION read.search_words(language text, name text, short text, long text, marks text[]) RETURNS tsvector
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
CREATE TABLE read.product_texts (
    store_id   bigint NOT NULL,
    product_id bigint NOT NULL,
    language   text   NOT NULL, -- of the text search configuration
    name       text   NOT NULL, -- name and SKU; all texts are in lower case
    short      text   NOT NULL, -- short description
    long       text   NOT NULL, -- everything else
    marks      text[] COLLATE "C" NOT NULL, -- the store view and the facets, as words
    words      tsvector GENERATED ALWAYS AS (read.search_words(language, name, short, long, marks)) STORED,
    PRIMARY KEY (store_id, product_id)
);
CREATE INDEX product_texts_words ON read.product_texts USING gin (words);
-- +goose StatementBegin
DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
        CREATE INDEX product_texts_name ON read.product_texts USING gin (name public.gin_trgm_ops);
        CREATE INDEX product_texts_all ON read.product_texts USING gin ((name || E'\n' || short || E'\n' || long) public.gin_trgm_ops);
    END IF;
END
$$;
-- +goose StatementEnd
INSERT INTO read.product_texts (store_id, product_id, language, name, short, long, marks)
    SELECT store_id, product_id, 'simple', lower(name || E'\n' || sku), '', search, ARRAY['store_id=' || store_id] || facets
    FROM read.product_views;
DROP INDEX IF EXISTS read.product_views_search;
ALTER TABLE read.product_views DROP COLUMN search;
-- The languages of store views, and the user-defined attributes, for the product projector.
CREATE TABLE read.product_languages (
    scope    text COLLATE "C" PRIMARY KEY, -- of the configuration
    locale   text,
    language text
);
CREATE TABLE read.product_attributes (
    id    bigint PRIMARY KEY,
    state text   NOT NULL
);

-- Which products have a mark, as bits. A row is about 8192 products: product chunk * 8192 + n has bit n.
CREATE TABLE read.product_bitmaps (
    store_id bigint    NOT NULL,
    mark     text      COLLATE "C" NOT NULL, -- @catalog, @search, @category=12, or a facet
    chunk    bigint    NOT NULL,
    products bit(8192) NOT NULL,
    PRIMARY KEY (store_id, mark, chunk)
);
CREATE TABLE read.stock_bitmaps (
    mark     text      COLLATE "C" NOT NULL, -- in_stock, or managed: sold out where stock is not managed by default
    chunk    bigint    NOT NULL,
    products bit(8192) NOT NULL,
    PRIMARY KEY (mark, chunk)
);
INSERT INTO read.product_bitmaps
    SELECT store_id, mark, product_id / 8192, bit_or(set_bit(repeat('0', 8192)::bit(8192), (product_id % 8192)::int, 1))
    FROM read.product_views v CROSS JOIN LATERAL (
        SELECT unnest(facets) AS mark UNION SELECT '@category=' || unnest(category_ids)
        UNION SELECT '@catalog' WHERE enabled AND in_catalog UNION SELECT '@search' WHERE enabled AND in_search) AS marks
    GROUP BY store_id, mark, product_id / 8192;
INSERT INTO read.stock_bitmaps
    SELECT mark, product_id / 8192, bit_or(set_bit(repeat('0', 8192)::bit(8192), (product_id % 8192)::int, 1))
    FROM read.product_stock CROSS JOIN LATERAL (SELECT 'in_stock' AS mark WHERE in_stock UNION SELECT 'managed' WHERE NOT unmanaged) AS marks
    GROUP BY mark, product_id / 8192;

-- +goose Down
DROP TABLE read.stock_bitmaps, read.product_bitmaps, read.product_attributes, read.product_languages;
ALTER TABLE read.product_views ADD COLUMN search text NOT NULL DEFAULT '';
UPDATE read.product_views v SET search = t.name || E'\n' || t.short || E'\n' || t.long FROM read.product_texts t
    WHERE t.store_id = v.store_id AND t.product_id = v.product_id;
DROP TABLE read.product_texts;
DROP FUNCTION read.search_words(text, text, text, text, text[]);
-- +goose StatementBegin
DO $$
BEGIN
    CREATE INDEX product_views_search ON read.product_views USING gin (search public.gin_trgm_ops);
EXCEPTION WHEN OTHERS THEN
    RAISE NOTICE 'pg_trgm is not available: %', SQLERRM;
END
$$;
-- +goose StatementEnd
