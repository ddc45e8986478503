-- +goose Up
-- Why the stock of products moved, folded from the ledger and from orders by the projector "inventory".
CREATE TABLE read.product_balances (
    product_id bigint      PRIMARY KEY,
    available  numeric     NOT NULL, -- what the ledger still sells
    reserved   numeric     NOT NULL, -- sold, and still to be shipped
    updated_at timestamptz NOT NULL,
    version    bigint      NOT NULL
);
CREATE INDEX product_balances_updated ON read.product_balances (updated_at, product_id);
CREATE TABLE read.stock_movements (
    product_id       bigint      NOT NULL,
    position         bigint      NOT NULL,
    cause            text        COLLATE "C" NOT NULL,
    order_id         bigint      NOT NULL, -- 0: of no order
    document_id      bigint      NOT NULL, -- of the shipment or the credit memo; 0: of none
    available_before numeric     NOT NULL,
    available_after  numeric     NOT NULL,
    reserved_before  numeric     NOT NULL,
    reserved_after   numeric     NOT NULL,
    made_at          timestamptz NOT NULL,
    actor            text        NOT NULL,
    command          text        NOT NULL,
    PRIMARY KEY (product_id, position)
);
-- What is still to be shipped of orders, until it is.
CREATE TABLE read.stock_open_orders (
    order_id bigint PRIMARY KEY,
    state    text   NOT NULL
);

-- +goose Down
DROP TABLE read.stock_open_orders, read.stock_movements, read.product_balances;
