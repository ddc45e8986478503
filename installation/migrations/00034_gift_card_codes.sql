-- Codes of gift cards are found by their claims. The rows that are there have them in plain until the projector has made them anew.

-- +goose Up
DROP INDEX read.gift_cards_code;
ALTER TABLE read.gift_cards DROP COLUMN code;

-- +goose Down
ALTER TABLE read.gift_cards ADD COLUMN code text COLLATE "C" NOT NULL DEFAULT '';
CREATE INDEX gift_cards_code ON read.gift_cards (code);
