-- +goose Up
-- What an address is published as: its URL key, or with -1, -2 ... behind it where something else had that path already.
ALTER TABLE read.url_addresses ADD COLUMN path text COLLATE "C" NOT NULL DEFAULT '';
UPDATE read.url_addresses SET path = key;
CREATE INDEX url_addresses_path ON read.url_addresses (kind, path, parent_id);
CREATE INDEX url_addresses_suffixed ON read.url_addresses (kind, id) WHERE path <> key;

-- +goose Down
DROP INDEX read.url_addresses_suffixed, read.url_addresses_path;
ALTER TABLE read.url_addresses DROP COLUMN path;
DELETE FROM projection_checkpoints WHERE projector = 'addresses';
