-- +goose Up
-- credentials counts the changes of a password or a second factor; tokens with a lower count are refused, except those of kept_login, the
-- login that made the last change. The projectors of customers and access are rebuilt, because their versions change.
ALTER TABLE read.customers ADD COLUMN credentials bigint NOT NULL DEFAULT 0, ADD COLUMN kept_login text NOT NULL DEFAULT '';
ALTER TABLE read.accounts ADD COLUMN credentials bigint NOT NULL DEFAULT 0, ADD COLUMN kept_login text NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE read.accounts DROP COLUMN credentials, DROP COLUMN kept_login;
ALTER TABLE read.customers DROP COLUMN credentials, DROP COLUMN kept_login;
