package bench

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// byHand measures the baseline of a checkout: the writes of a shop without a log for the same cart and order. It is one durable transaction
// of eleven statements. Each worker has a connection of its own.
func byHand(ctx context.Context, database string, l Load) (Figures, error) {
	config, err := pgxpool.ParseConfig(database)
	if err != nil {
		return Figures{}, err
	}
	config.MaxConns = int32(l.Concurrency)
	config.ConnConfig.RuntimeParams["synchronous_commit"] = "on"
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return Figures{}, err
	}
	defer pool.Close()
	if _, err := pool.Exec(ctx, byHandTables); err != nil {
		return Figures{}, err
	}
	return drive(ctx, l, func(worker int) (loadStep, error) {
		first, second := worker%byHandArticles+1, (worker+1)%byHandArticles+1
		return func(ctx context.Context) error {
			return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error { return checkoutByHand(ctx, tx, first, second) })
		}, nil
	})
}

const byHandArticles = 50

// byHandTables are the tables of byHand, with the keys that such a shop needs.
var byHandTables = fmt.Sprintf(`CREATE SCHEMA IF NOT EXISTS bench_shop;
	CREATE TABLE IF NOT EXISTS bench_shop.stock (article int PRIMARY KEY, qty numeric(12,4) NOT NULL);
	INSERT INTO bench_shop.stock SELECT n, 10000000 FROM generate_series(1, %d) n ON CONFLICT DO NOTHING;
	CREATE TABLE IF NOT EXISTS bench_shop.carts (id bigserial PRIMARY KEY, mask text NOT NULL UNIQUE, email text, order_id bigint,
		active bool NOT NULL, updated_at timestamptz NOT NULL DEFAULT now());
	CREATE TABLE IF NOT EXISTS bench_shop.cart_items (id bigserial PRIMARY KEY, cart_id bigint NOT NULL REFERENCES bench_shop.carts,
		article int NOT NULL, qty numeric(12,4) NOT NULL, price numeric(20,4) NOT NULL);
	CREATE INDEX IF NOT EXISTS cart_items_cart ON bench_shop.cart_items (cart_id);
	CREATE TABLE IF NOT EXISTS bench_shop.orders (id bigserial PRIMARY KEY, number bigserial NOT NULL UNIQUE, cart_id bigint NOT NULL,
		email text NOT NULL, status text NOT NULL, total numeric(20,4) NOT NULL, created_at timestamptz NOT NULL DEFAULT now());
	CREATE INDEX IF NOT EXISTS orders_created ON bench_shop.orders (created_at);
	CREATE INDEX IF NOT EXISTS orders_email ON bench_shop.orders (email);
	CREATE TABLE IF NOT EXISTS bench_shop.order_lines (id bigserial PRIMARY KEY, order_id bigint NOT NULL REFERENCES bench_shop.orders,
		article int NOT NULL, qty numeric(12,4) NOT NULL, price numeric(20,4) NOT NULL, tax numeric(20,4) NOT NULL);
	CREATE INDEX IF NOT EXISTS order_lines_order ON bench_shop.order_lines (order_id);
	CREATE TABLE IF NOT EXISTS bench_shop.order_addresses (id bigserial PRIMARY KEY, order_id bigint NOT NULL REFERENCES bench_shop.orders,
		kind text NOT NULL, name text NOT NULL, street text NOT NULL, city text NOT NULL, region text NOT NULL, postcode text NOT NULL,
		country char(2) NOT NULL, telephone text NOT NULL);
	CREATE INDEX IF NOT EXISTS order_addresses_order ON bench_shop.order_addresses (order_id)`, byHandArticles)

// checkoutByHand writes a cart with two items, reduces their stock in the order of their numbers, and writes the order with its lines and
// addresses. It closes the cart.
func checkoutByHand(ctx context.Context, tx pgx.Tx, first, second int) error {
	var cart, order int64
	if err := tx.QueryRow(ctx, `INSERT INTO bench_shop.carts (mask, active) VALUES (gen_random_uuid()::text, true) RETURNING id`).
		Scan(&cart); err != nil {
		return err
	}
	const item = `INSERT INTO bench_shop.cart_items (cart_id, article, qty, price) VALUES ($1, $2, $3, 48)`
	for i, article := range []int{first, second} {
		if _, err := tx.Exec(ctx, item, cart, article, i+1); err != nil {
			return err
		}
	}
	for _, article := range []int{min(first, second), max(first, second)} {
		qty := 1
		if article == second {
			qty = 2
		}
		tag, err := tx.Exec(ctx, `UPDATE bench_shop.stock SET qty = qty - $2 WHERE article = $1 AND qty >= $2`, article, qty)
		if err != nil || tag.RowsAffected() == 0 {
			return fmt.Errorf("article %d is out of stock: %w", article, err)
		}
	}
	if err := tx.QueryRow(ctx, `INSERT INTO bench_shop.orders (cart_id, email, status, total)
		VALUES ($1, 'ada@example.com', 'pending', 154) RETURNING id`, cart).Scan(&order); err != nil {
		return err
	}
	const line = `INSERT INTO bench_shop.order_lines (order_id, article, qty, price, tax) VALUES ($1, $2, $3, 48, 4.20)`
	for i, article := range []int{first, second} {
		if _, err := tx.Exec(ctx, line, order, article, i+1); err != nil {
			return err
		}
	}
	for _, kind := range []string{"shipping", "billing"} {
		if _, err := tx.Exec(ctx, `INSERT INTO bench_shop.order_addresses (order_id, kind, name, street, city, region, postcode, country,
			telephone) VALUES ($1, $2, 'Ada Bench', '1 Main St', 'Los Angeles', 'CA', '90001', 'US', '555-0100')`, order, kind); err != nil {
			return err
		}
	}
	_, err := tx.Exec(ctx, `UPDATE bench_shop.carts SET active = false, email = 'ada@example.com', order_id = $2, updated_at = now()
		WHERE id = $1`, cart, order)
	return err
}
