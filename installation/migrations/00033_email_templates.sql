-- +goose Up
-- An e-mail of the outbox uses the templates that there were when its event happened, whatever becomes of them before it is sent.
ALTER TABLE public.reaction_mails ADD COLUMN templates bigint[] NOT NULL DEFAULT '{}';

-- +goose Down
ALTER TABLE public.reaction_mails DROP COLUMN templates;
