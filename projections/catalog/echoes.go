package catalog

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"tradelog/domain/catalog"
	"tradelog/projections"
	"tradelog/readmodels/scopes"
)

var (
	updatesTable = &projections.Table{Name: "product_updates", Keys: 1,
		Columns: projections.Columns("product_id bigint, updated_at timestamptz")}
	echoesTable = &projections.Table{Name: "product_echoes", Keys: 2,
		Columns: projections.Columns("position bigint, product_id bigint, recorded_at timestamptz")}
)

// updated notes that an event changed what a product shows.
func updated(w *projections.Writer, e projections.Event, id int64) {
	w.Put(updatesTable, id, e.RecordedAt.Truncate(time.Second))
	w.Touch(e.Position, scopes.ProductShown(id), scopes.Shown)
}

// echo notes that an event changed what a product shows, although the event is not the product's own. The feed of changes tells of it.
func (p *productsProjector) echo(w *projections.Writer, e projections.Event, id int64) {
	w.Put(echoesTable, e.Position, id, e.RecordedAt)
	updated(w, e, id)
}

// echoAround notes that an event changed what the products show that have a product as a part or beside them. The price of a composite
// depends on its parts, so products show it, too, beside which the composite is.
func (p *productsProjector) echoAround(w *projections.Writer, e projections.Event, id int64) {
	for parent := range p.components.parents[id] {
		p.echo(w, e, parent)
		for other := range p.beside.parents[parent] {
			p.echo(w, e, other)
		}
	}
	for other := range p.beside.parents[id] {
		p.echo(w, e, other)
	}
}

// besideOf lists the products that are shown beside a product.
func besideOf(parts catalog.Parts) (ids []int64) {
	for _, links := range [][]catalog.Link{parts.Related, parts.CrossSell, parts.UpSell} {
		for _, l := range links {
			ids = append(ids, l.ProductID)
		}
	}
	return ids
}

// repriced notes that prices differ because a day has begun.
func (p *productsProjector) repriced(ctx context.Context, w *projections.Writer, e projections.Event, b *batch) error {
	began, ok := e.Payload.(catalog.DayBegan)
	if !ok || len(began.ProductIDs) == 0 {
		return nil
	}
	rows, err := w.Query(ctx, `SELECT id FROM products WHERE id = ANY($1)`, began.ProductIDs)
	if err != nil {
		return err
	}
	stored, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	if err != nil {
		return err
	}
	exists := map[int64]bool{}
	for _, id := range stored {
		exists[id] = true
	}
	for _, id := range began.ProductIDs {
		if row := b.rows[id]; row != nil && row.State.Exists {
			exists[id] = row.State.Live()
		}
		if exists[id] {
			p.echo(w, e, id)
			p.echoAround(w, e, id)
		}
	}
	return nil
}
