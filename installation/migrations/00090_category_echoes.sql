-- +goose Up
-- category_echoes has the categories that an event changed, although it is not theirs: an event of a category above or below, or of a block
-- that they show. The feed of changes tells of them. shown_categories and shown_blocks have what the projector needs to find them. block_names
-- are the names of the blocks in the descriptions of a product. The products projector is rebuilt, because its version changes.
CREATE TABLE read.category_echoes (
    position    bigint NOT NULL,
    category_id bigint NOT NULL,
    PRIMARY KEY (position, category_id)
);
CREATE TABLE read.shown_categories (
    id    bigint PRIMARY KEY,
    state text   NOT NULL
);
CREATE TABLE read.shown_blocks (
    id    bigint PRIMARY KEY,
    state text   NOT NULL
);
ALTER TABLE read.products ADD COLUMN block_names text[] NOT NULL DEFAULT '{}';

-- +goose Down
ALTER TABLE read.products DROP COLUMN block_names;
DROP TABLE read.shown_blocks, read.shown_categories, read.category_echoes;
