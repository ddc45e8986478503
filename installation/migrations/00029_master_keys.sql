-- Keys of data subjects and secrets of the installation are wrapped with a master key that is stored outside of the database.
-- The columns get another name, so that a program of an earlier version stops with an error: it would take a wrapped key for
-- the key of somebody who was forgotten.

-- +goose Up
-- The master keys that something is wrapped with. Only their fingerprints are here.
CREATE TABLE master_keys (
    fingerprint text        COLLATE "C" PRIMARY KEY,
    active      boolean     NOT NULL, -- wraps what is stored from now on
    added_at    timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX master_keys_active ON master_keys (active) WHERE active;

ALTER TABLE subject_keys DROP CONSTRAINT subject_keys_key_check;
ALTER TABLE subject_keys RENAME COLUMN key TO secret;
ALTER TABLE subject_keys ADD COLUMN IF NOT EXISTS master text COLLATE "C"; -- fingerprint; null: not wrapped
ALTER TABLE installation_secrets RENAME COLUMN value TO secret;
ALTER TABLE installation_secrets ADD COLUMN IF NOT EXISTS master text COLLATE "C";

-- +goose Down
-- What is wrapped stays wrapped, and can be read after the next Up.
ALTER TABLE installation_secrets RENAME COLUMN secret TO value;
ALTER TABLE subject_keys RENAME COLUMN secret TO key;
ALTER TABLE subject_keys ADD CONSTRAINT subject_keys_key_check CHECK (length(key) = 32) NOT VALID;
DROP TABLE master_keys;
