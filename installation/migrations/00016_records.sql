-- +goose Up
-- Plain records have one table for each projector: a row for each record of its kinds. The rows are copied, and serve until the
-- projectors, whose versions are raised, have made them anew from the log.
CREATE TABLE read.records (
    kind       text        COLLATE "C" NOT NULL, -- the category of the record's stream
    id         text        COLLATE "C" NOT NULL, -- the rest of the stream's name
    state      text        NOT NULL,             -- the values by store view
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    version    bigint      NOT NULL,
    PRIMARY KEY (kind, id)
);
CREATE TABLE read.shop_records (LIKE read.records INCLUDING ALL);
ALTER TABLE read.categories RENAME TO former_categories;
ALTER INDEX read.categories_pkey RENAME TO former_categories_pkey;
CREATE TABLE read.categories (LIKE read.records INCLUDING ALL);

INSERT INTO read.records
    SELECT 'taxclass', * FROM read.tax_classes UNION ALL SELECT 'taxrate', * FROM read.tax_rates
    UNION ALL SELECT 'taxrule', * FROM read.tax_rules UNION ALL SELECT 'customergroup', * FROM read.customer_groups;
INSERT INTO read.shop_records
    SELECT 'website', * FROM read.websites UNION ALL SELECT 'storegroup', * FROM read.store_groups
    UNION ALL SELECT 'store', * FROM read.stores UNION ALL SELECT 'rates', * FROM read.rates UNION ALL SELECT 'config', * FROM read.config;
INSERT INTO read.categories SELECT 'category', * FROM read.former_categories;

DROP TABLE read.tax_classes, read.tax_rates, read.tax_rules, read.customer_groups, read.websites, read.store_groups, read.stores,
    read.rates, read.config, read.former_categories;
-- Rows of before cannot come back: their tables have another form.
DROP SCHEMA IF EXISTS old_taxes, old_shop, old_categories, shadow_taxes, shadow_shop, shadow_categories CASCADE;
DROP TABLE IF EXISTS read.versions_taxes;
DELETE FROM projection_bumps WHERE projector = 'taxes';
UPDATE projection_checkpoints SET projector = 'records' WHERE projector = 'taxes';

-- +goose Down
CREATE TABLE read.websites (id text COLLATE "C" PRIMARY KEY, state text NOT NULL, created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL, version bigint NOT NULL);
CREATE TABLE read.store_groups    (LIKE read.websites INCLUDING ALL);
CREATE TABLE read.stores          (LIKE read.websites INCLUDING ALL);
CREATE TABLE read.rates           (LIKE read.websites INCLUDING ALL);
CREATE TABLE read.config          (LIKE read.websites INCLUDING ALL);
CREATE TABLE read.tax_classes     (LIKE read.websites INCLUDING ALL);
CREATE TABLE read.tax_rates       (LIKE read.websites INCLUDING ALL);
CREATE TABLE read.tax_rules       (LIKE read.websites INCLUDING ALL);
CREATE TABLE read.customer_groups (LIKE read.websites INCLUDING ALL);
DROP TABLE read.categories, read.shop_records, read.records;
CREATE TABLE read.categories      (LIKE read.websites INCLUDING ALL);
-- The log has them all: the projectors begin again.
DROP SCHEMA IF EXISTS old_records, old_shop, old_categories, shadow_records, shadow_shop, shadow_categories CASCADE;
DELETE FROM projection_checkpoints WHERE projector IN ('records', 'shop', 'categories');
DROP TABLE IF EXISTS read.versions_records;
