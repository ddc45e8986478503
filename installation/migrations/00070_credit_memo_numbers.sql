-- +goose Up
-- Credit memos are found by their increment IDs.
CREATE INDEX credit_memos_increment ON read.credit_memos (substring(doc FROM '"incrementId":"([^"]*)"'));

-- +goose Down
DROP INDEX read.credit_memos_increment;
