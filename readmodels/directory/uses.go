package directory

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"tradelog/domain/catalog"
	"tradelog/domain/record"
	"tradelog/domain/shop"
	"tradelog/eventstore"
	"tradelog/readmodels"
)

// uses maps a kind of record to queries that count the references to a record, each with the name of the referring things. $1 is the
// identifier.
var uses = map[*record.Kind][][2]string{
	shop.Websites: {
		{"store groups", recordsWith(shop.Groups, "websiteId")},
		{"store views", recordsWith(shop.Stores, "websiteId")},
		{"customers", `SELECT count(*) FROM customers WHERE website_id = $1`},
		{"products", `SELECT count(*) FROM product_views WHERE store_id = 0 AND website_ids @> ARRAY[$1::bigint]`},
		{"price rules", `SELECT count(*) FROM price_rules WHERE website_ids @> ARRAY[$1::bigint]`},
		{"gift cards", `SELECT count(*) FROM gift_cards WHERE card::jsonb -> 'WebsiteIDs' @> to_jsonb($1::bigint)`},
		{"tables of shipping rates", `SELECT count(*) FROM shipping_tables WHERE website_id = $1`},
	},
	shop.Groups: {
		{"websites as their default group", recordsWith(shop.Websites, "defaultGroupId")},
		{"store views", recordsWith(shop.Stores, "groupId")},
	},
	shop.Stores: {
		{"store groups as their default view", recordsWith(shop.Groups, "defaultStoreId")},
		{"orders", `SELECT count(*) FROM orders WHERE store_id = $1`},
		{"carts", `SELECT count(*) FROM carts WHERE store_id = $1 AND active`},
		{"revocations", `SELECT count(*) FROM revocations WHERE store_id = $1`},
		{"accounts that are restricted to it", `SELECT count(*) FROM accounts WHERE store_ids @> ARRAY[$1::bigint]`},
	},
	catalog.AttributeRecords: {
		{"products", `SELECT count(DISTINCT v.product_id) FROM product_views v, records a WHERE a.kind = '` + catalog.AttributeRecords.Name +
			`' AND a.id = $1::bigint::text AND v.custom::jsonb ? (a.state::jsonb -> '0' ->> 'attributeCode')`},
	},
	catalog.OptionRecords: {
		{"products", `SELECT count(DISTINCT v.product_id) FROM product_views v, records o JOIN records a
			ON a.kind = '` + catalog.AttributeRecords.Name + `' AND a.id = o.state::jsonb -> '0' ->> 'attributeId'
			WHERE o.kind = '` + catalog.OptionRecords.Name + `' AND o.id = $1::bigint::text
			AND v.facets @> ARRAY[(a.state::jsonb -> '0' ->> 'attributeCode') || '=' || o.id]`},
	},
	catalog.SetRecords: {
		{"products", `SELECT count(*) FROM product_views WHERE store_id = 0 AND facets @> ARRAY['` +
			catalog.Facet(catalog.SetFacetCode, "") + `' || $1::bigint::text]`},
	},
	catalog.Categories: {
		{"store groups as their root", recordsWith(shop.Groups, "rootCategoryId")},
		{"categories below it", recordsWith(catalog.Categories, "parentId")},
		{"products", `SELECT count(*) FROM product_views WHERE store_id = 0 AND category_ids @> ARRAY[$1::bigint]`},
	},
}

// usedIn maps a kind to the projectors whose tables its queries read.
var usedIn = map[*record.Kind][]string{
	shop.Websites: {"shop", "customers", "products", "pricerules", "giftcards", "shipping"}, shop.Groups: {"shop"},
	shop.Stores:              {"shop", "orders", "carts", "revocations", "access"},
	catalog.AttributeRecords: {"records", "products"}, catalog.OptionRecords: {"records", "products"}, catalog.SetRecords: {"products"},
	catalog.Categories: {"shop", "categories", "products"},
}

// recordsWith returns a query that counts the plain records of a kind with the identifier in a field.
func recordsWith(kind *record.Kind, field string) string {
	table := "shop_records"
	if kind == catalog.Categories {
		table = "categories"
	}
	return `SELECT count(*) FROM ` + table + ` WHERE kind = '` + kind.Name + `' AND (state::jsonb -> '0' ->> '` + field + `')::bigint = $1`
}

// Uses lists the references to a record at a position of the log or behind it. The record may be deleted if there are none.
func Uses(ctx context.Context, r *readmodels.Reader, kind *record.Kind, id int64, at eventstore.Position) ([]shop.Use, error) {
	queries, ok := uses[kind]
	if !ok {
		return nil, fmt.Errorf("nothing is known of the uses of %s", kind.Title)
	}
	if err := r.CatchUp(ctx, at, usedIn[kind]...); err != nil {
		return nil, err
	}
	batch := &pgx.Batch{}
	for _, q := range queries {
		batch.Queue(q[1], id)
	}
	results, err := r.Unnamed(ctx).SendBatch(ctx, batch)
	if err != nil {
		return nil, err
	}
	defer results.Close()
	var out []shop.Use
	for _, q := range queries {
		var n int64
		if err := results.QueryRow().Scan(&n); err != nil {
			return nil, err
		}
		if n > 0 {
			out = append(out, shop.Use{Count: n, Name: q[0]})
		}
	}
	return out, nil
}
