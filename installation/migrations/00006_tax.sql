-- +goose Up

CREATE TABLE read.tax_classes     (LIKE read.websites INCLUDING ALL);
CREATE TABLE read.tax_rates       (LIKE read.websites INCLUDING ALL);
CREATE TABLE read.tax_rules       (LIKE read.websites INCLUDING ALL);
CREATE TABLE read.customer_groups (LIKE read.websites INCLUDING ALL);

-- Finds the customers of a deleted group, who move to another group.
CREATE INDEX customers_group ON read.customers (group_id, id);

-- +goose Down
DROP INDEX read.customers_group;
DROP TABLE read.customer_groups, read.tax_rules, read.tax_rates, read.tax_classes;
