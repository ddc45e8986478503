-- +goose Up
-- The commands of idempotency keys are kept for a week before the newest one. Those of before are dropped here at once; the projector goes
-- on hour by hour.
CREATE INDEX executed_commands_age ON read.executed_commands (made_at);
DELETE FROM read.executed_commands
    WHERE made_at < (SELECT date_trunc('hour', max(made_at), 'UTC') - interval '168 hours' FROM read.executed_commands);

-- +goose Down
DROP INDEX read.executed_commands_age;
