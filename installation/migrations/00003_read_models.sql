-- The read tables. Everything in schema read can be dropped and rebuilt from the log.

-- +goose Up

-- Plain records: id is the identifier in the stream's name, state the values by store view.
CREATE TABLE read.websites     (id text COLLATE "C" PRIMARY KEY, state text NOT NULL, created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL, version bigint NOT NULL);
CREATE TABLE read.store_groups (LIKE read.websites INCLUDING ALL);
CREATE TABLE read.stores       (LIKE read.websites INCLUDING ALL);
CREATE TABLE read.rates        (LIKE read.websites INCLUDING ALL);
CREATE TABLE read.config       (LIKE read.websites INCLUDING ALL);
CREATE TABLE read.categories   (LIKE read.websites INCLUDING ALL);

CREATE TABLE read.accounts (
    id          bigint PRIMARY KEY,
    kind        text   NOT NULL,
    username    text   NOT NULL,
    client_id   text,
    key_hash    text   NOT NULL,
    secret_hash text   NOT NULL,
    active      boolean NOT NULL,
    store_ids   bigint[] NOT NULL,
    role_id     bigint NOT NULL,
    name        text   NOT NULL,
    email       text   NOT NULL,
    version     bigint NOT NULL
);
CREATE INDEX accounts_username ON read.accounts (kind, username);
CREATE INDEX accounts_client ON read.accounts (client_id);
CREATE TABLE read.roles (
    id      bigint PRIMARY KEY,
    name    text   NOT NULL,
    admin   boolean NOT NULL,
    grants  text[] NOT NULL,
    version bigint NOT NULL
);
CREATE TABLE read.revoked_tokens (
    jti        text COLLATE "C" PRIMARY KEY,
    expires_at timestamptz NOT NULL
);

CREATE TABLE read.customers (
    id            bigint  PRIMARY KEY,
    website_id    bigint  NOT NULL,
    email         text    NOT NULL, -- lower case
    firstname     text    NOT NULL, -- lower case
    lastname      text    NOT NULL, -- lower case
    telephones    text[]  NOT NULL,
    active        boolean NOT NULL,
    group_id      bigint  NOT NULL,
    password_hash text    NOT NULL,
    confirmation  text    NOT NULL,
    doc           text    NOT NULL,
    row           text    NOT NULL,
    version       bigint  NOT NULL
);
CREATE INDEX customers_email ON read.customers (email text_pattern_ops, website_id);
CREATE INDEX customers_website ON read.customers (website_id, id DESC);
CREATE INDEX customers_firstname ON read.customers (firstname text_pattern_ops);
CREATE INDEX customers_lastname ON read.customers (lastname text_pattern_ops);

CREATE TABLE read.carts (
    id               bigint  PRIMARY KEY,
    masked_id        text    COLLATE "C",
    customer_id      bigint  NOT NULL,
    store_id         bigint  NOT NULL,
    active           boolean NOT NULL,
    checkout_order   bigint, -- set while a checkout runs
    checkout_started timestamptz,
    items_qty        numeric NOT NULL,
    items            text    NOT NULL, -- quantities by line, for folding on
    updated_at       timestamptz NOT NULL,
    version          bigint  NOT NULL
);
CREATE UNIQUE INDEX carts_masked ON read.carts (masked_id);
CREATE INDEX carts_customer ON read.carts (customer_id, store_id, updated_at DESC) WHERE active AND customer_id <> 0;
CREATE INDEX carts_checkout ON read.carts (checkout_started) WHERE checkout_order IS NOT NULL;

-- A product once for all stores, and once for each store view it is sold in.
CREATE TABLE read.products (
    id         bigint PRIMARY KEY,
    sku        text   NOT NULL,
    state      text   NOT NULL, -- values by store view
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    version    bigint NOT NULL
);
CREATE INDEX products_sku ON read.products (lower(sku));
CREATE TABLE read.product_views (
    store_id      bigint  NOT NULL, -- 0: the values of all stores
    product_id    bigint  NOT NULL,
    sku           text    NOT NULL,
    name          text    NOT NULL,
    type          text    NOT NULL,
    enabled       boolean NOT NULL,
    in_catalog    boolean NOT NULL,
    in_search     boolean NOT NULL,
    price         numeric,
    special_price numeric,
    special_from  text,
    special_to    text,
    msrp          numeric,
    cost          numeric,
    weight        numeric,
    tax_class_id  bigint  NOT NULL,
    url_key       text    NOT NULL,
    barcode       text,
    category_ids  bigint[] NOT NULL,
    website_ids   bigint[] NOT NULL,
    search        text    NOT NULL, -- lower case, what a search looks through
    doc           text    NOT NULL, -- what depends on nobody: no price, no stock
    detail        text    NOT NULL, -- members of the item form
    backend       text    NOT NULL, -- members only the back office sees
    created_at    timestamptz NOT NULL,
    updated_at    timestamptz NOT NULL,
    version       bigint  NOT NULL,
    PRIMARY KEY (store_id, product_id)
);
CREATE INDEX product_views_name ON read.product_views (store_id, lower(name), product_id) WHERE enabled;
CREATE INDEX product_views_created ON read.product_views (store_id, created_at);
CREATE INDEX product_views_updated ON read.product_views (store_id, updated_at);
CREATE INDEX product_views_sku ON read.product_views (store_id, lower(sku));
CREATE INDEX product_views_url_key ON read.product_views (store_id, url_key);
CREATE INDEX product_views_categories ON read.product_views USING gin (category_ids);
-- +goose StatementBegin
DO $$
BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
    CREATE INDEX product_views_search ON read.product_views USING gin (search public.gin_trgm_ops);
EXCEPTION WHEN OTHERS THEN
    -- Without the extension searching is slower and otherwise the same.
    RAISE NOTICE 'pg_trgm is not available: %', SQLERRM;
END
$$;
-- +goose StatementEnd
CREATE TABLE read.product_stock (
    product_id bigint  PRIMARY KEY,
    qty        numeric NOT NULL,
    in_stock   boolean NOT NULL,
    level      text    NOT NULL,
    version    bigint  NOT NULL
);
-- The structure of the shop, for the product projector.
CREATE TABLE read.product_stores (
    store_id   bigint PRIMARY KEY,
    website_id bigint NOT NULL
);
CREATE TABLE read.product_reservations (
    order_id bigint PRIMARY KEY,
    lines    text   NOT NULL
);

CREATE TABLE read.orders (
    id           bigint  PRIMARY KEY,
    increment_id text    COLLATE "C" NOT NULL,
    store_id     bigint  NOT NULL,
    customer_id  bigint  NOT NULL, -- 0: a guest
    email        text    NOT NULL, -- lower case
    state        text    COLLATE "C" NOT NULL,
    status       text    COLLATE "C" NOT NULL,
    created_at   timestamptz NOT NULL,
    updated_at   timestamptz NOT NULL,
    doc          text    NOT NULL,
    row          text    NOT NULL,
    backend      text    NOT NULL,
    version      bigint  NOT NULL
);
CREATE INDEX orders_newest ON read.orders (created_at DESC, id DESC);
CREATE INDEX orders_increment ON read.orders (increment_id);
CREATE INDEX orders_customer ON read.orders (customer_id, created_at DESC, id DESC) WHERE customer_id <> 0;
CREATE INDEX orders_store ON read.orders (store_id, created_at DESC, id DESC);
CREATE INDEX orders_status ON read.orders (status, created_at DESC, id DESC);
CREATE INDEX orders_state ON read.orders (state, created_at DESC, id DESC);
CREATE INDEX orders_updated ON read.orders (updated_at);
CREATE INDEX orders_email ON read.orders (email, created_at DESC, id DESC);
-- +goose StatementBegin
DO $$
BEGIN
    CREATE INDEX orders_email_like ON read.orders USING gin (email public.gin_trgm_ops);
EXCEPTION WHEN OTHERS THEN
    RAISE NOTICE 'pg_trgm is not available: %', SQLERRM;
END
$$;
-- +goose StatementEnd
-- Counts of orders by the columns that lists filter by, so that no list counts rows.
CREATE TABLE read.order_counts (
    day         date   NOT NULL, -- of created_at
    store_id    bigint NOT NULL,
    state       text   COLLATE "C" NOT NULL,
    status      text   COLLATE "C" NOT NULL,
    orders      bigint NOT NULL,
    PRIMARY KEY (day, store_id, state, status)
);
CREATE TABLE read.customer_order_counts (
    customer_id bigint NOT NULL,
    status      text   COLLATE "C" NOT NULL,
    orders      bigint NOT NULL,
    PRIMARY KEY (customer_id, status)
);
CREATE TABLE read.shipments (
    id         bigint PRIMARY KEY,
    order_id   bigint NOT NULL,
    store_id   bigint NOT NULL,
    doc        text   NOT NULL,
    version    bigint NOT NULL
);
CREATE INDEX shipments_order ON read.shipments (order_id, id);

-- The highest identifier of each sequence in the log. Sequences are set past it.
CREATE TABLE read.sequence_marks (
    name    text   COLLATE "C" PRIMARY KEY,
    highest bigint NOT NULL
);

-- The commands of each idempotency key, so that a retry after a crash finds their results.
CREATE TABLE read.executed_commands (
    scope    text   COLLATE "C" NOT NULL,
    command  int    NOT NULL,
    stream   text   COLLATE "C" NOT NULL,
    first    bigint NOT NULL,
    last     bigint NOT NULL,
    position bigint NOT NULL,
    made_at  timestamptz NOT NULL,
    PRIMARY KEY (scope, command)
);

-- +goose Down
DROP TABLE read.executed_commands, read.sequence_marks, read.shipments, read.customer_order_counts, read.order_counts, read.orders,
    read.product_reservations, read.product_stores, read.product_stock, read.product_views, read.products, read.carts, read.customers,
    read.revoked_tokens, read.roles, read.accounts, read.categories, read.config, read.rates, read.stores, read.store_groups, read.websites;
