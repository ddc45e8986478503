-- +goose Up

-- Invoices and credit memos, which the fold of an order needs beside its document.
ALTER TABLE read.orders ADD COLUMN papers text NOT NULL DEFAULT '{}';

CREATE TABLE read.invoices (
    id         bigint PRIMARY KEY,
    order_id   bigint NOT NULL,
    store_id   bigint NOT NULL,
    state      bigint NOT NULL,
    doc        text   NOT NULL,
    version    bigint NOT NULL
);
CREATE INDEX invoices_order ON read.invoices (order_id, id);

CREATE TABLE read.credit_memos (
    id         bigint PRIMARY KEY,
    order_id   bigint NOT NULL,
    store_id   bigint NOT NULL,
    doc        text   NOT NULL,
    version    bigint NOT NULL
);
CREATE INDEX credit_memos_order ON read.credit_memos (order_id, id);

-- Movements that wait for the payment gateway.
CREATE TABLE read.pending_payments (
    kind       text   COLLATE "C" NOT NULL, -- invoice or refund
    id         bigint NOT NULL,
    order_id   bigint NOT NULL,
    PRIMARY KEY (kind, id)
);

-- Price rules with their coupons. Columns hold what carts filter by, so that only matching rules are decoded.
CREATE TABLE read.price_rules (
    id          bigint   PRIMARY KEY,
    code        text     NOT NULL, -- lower case; empty: needs no coupon
    active      boolean  NOT NULL,
    website_ids bigint[] NOT NULL,
    rule        text     NOT NULL,
    used        bigint   NOT NULL,
    doc         text     NOT NULL,
    version     bigint   NOT NULL
);
CREATE INDEX price_rules_code ON read.price_rules (code);
CREATE INDEX price_rules_coupons ON read.price_rules (id DESC) WHERE code <> '';
-- Counts of coupons, so that no list counts rows.
CREATE TABLE read.coupon_counts (
    active  boolean PRIMARY KEY,
    coupons bigint  NOT NULL
);
CREATE TABLE read.price_rule_customers (
    rule_id     bigint NOT NULL,
    customer_id bigint NOT NULL,
    uses        bigint NOT NULL,
    PRIMARY KEY (rule_id, customer_id)
);

CREATE TABLE read.gift_cards (
    id         bigint  PRIMARY KEY,
    code       text    NOT NULL, -- lower case
    status     text    NOT NULL,
    expires_at timestamptz,
    doc        text    NOT NULL,
    card       text    NOT NULL, -- what a cart needs
    version    bigint  NOT NULL
);
CREATE INDEX gift_cards_code ON read.gift_cards (code);
CREATE INDEX gift_cards_expiring ON read.gift_cards (expires_at) WHERE status = 'active';

-- Movements and scripts of the sandbox payment gateway. It stands for an external system, so none of this is in the log.
CREATE TABLE sandbox_movements (
    key        text        NOT NULL,
    kind       text        NOT NULL,
    of         text        NOT NULL,
    order_id   bigint      NOT NULL,
    amount     numeric     NOT NULL,
    currency   text        NOT NULL,
    declined   text        NOT NULL,
    made_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (key, kind)
);
CREATE INDEX sandbox_movements_of ON sandbox_movements (of);
CREATE INDEX sandbox_movements_order ON sandbox_movements (order_id);
CREATE TABLE sandbox_scripts (
    id      bigint  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind    text    NOT NULL,
    outcome text    NOT NULL,
    times   integer NOT NULL
);

-- +goose Down
DROP TABLE sandbox_scripts, sandbox_movements;
DROP TABLE read.gift_cards, read.coupon_counts, read.price_rule_customers, read.price_rules, read.pending_payments, read.credit_memos, read.invoices;
ALTER TABLE read.orders DROP COLUMN papers;
