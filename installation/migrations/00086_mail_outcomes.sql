-- +goose Up
-- E-mails that failed can be listed and sent again. failed tells e-mails that were given up from those that were not to be sent. resends
-- counts the times that somebody had one sent again, and earlier_at is when it was sent before that.
ALTER TABLE public.reaction_mails
    ADD COLUMN failed     boolean NOT NULL DEFAULT false,
    ADD COLUMN resends    integer NOT NULL DEFAULT 0,
    ADD COLUMN earlier_at timestamptz;
UPDATE public.reaction_mails SET failed = true WHERE closed_at IS NOT NULL AND sent_at IS NULL AND outcome NOT IN (
    'e-mails are switched off', 'nothing to send', 'no address', 'too many', 'not known any more', 'skipped after events were lost');
CREATE INDEX reaction_mails_position ON public.reaction_mails (position);
CREATE INDEX reaction_mails_stream ON public.reaction_mails (stream);
CREATE INDEX reaction_mails_failed ON public.reaction_mails (position) WHERE failed;

-- +goose Down
DROP INDEX public.reaction_mails_position, public.reaction_mails_stream, public.reaction_mails_failed;
ALTER TABLE public.reaction_mails DROP COLUMN failed, DROP COLUMN resends, DROP COLUMN earlier_at;
