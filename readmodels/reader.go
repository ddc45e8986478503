package readmodels

import (
	"context"
	"errors"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/domain/fault"
	"tradelog/domain/giftcard"
	"tradelog/domain/pricerule"
	"tradelog/domain/settings"
	"tradelog/domain/shipping"
	"tradelog/eventstore"
	"tradelog/readmodels/freshness"
	"tradelog/readmodels/scopes"
)

// Reader reads. Make it with New.
type Reader struct {
	pool     *pgxpool.Pool
	tracker  *freshness.Tracker
	clock    func() time.Time
	settings *settings.Table

	shop       snapshot[*Shop]
	taxes      snapshot[*Taxes]
	categories snapshot[*CategoryIndex]
	accounts   snapshot[*Accounts]
	revoked    snapshot[map[string]bool]
	assigned   snapshot[map[int64]int64]
	automatic  snapshot[[]pricerule.Offer]
	coupons    cache[*pricerule.Offer]
	cards      cache[*giftcard.Card]
	tables     cache[*shipping.RateTable]
	counts     counts
	goods      goods
	known      *lru.Cache[int64, knownCustomer]
	masks      *lru.Cache[string, int64] // carts by masked ID
}

// New makes a reader. pool's connections must have the schema read in their search path. table has the configuration's defaults.
func New(pool *pgxpool.Pool, tracker *freshness.Tracker, clock func() time.Time, table *settings.Table) *Reader {
	r := &Reader{pool: pool, settings: table, tracker: tracker, clock: clock, counts: newCounts(), goods: newGoods()}
	known, err := lru.New[int64, knownCustomer](20_000)
	if err != nil {
		panic(err)
	}
	r.known = known
	if r.masks, err = lru.New[string, int64](50_000); err != nil {
		panic(err)
	}
	r.shop = snapshot[*Shop]{reader: r, scopes: []scopes.Scope{scopes.Shop}, load: r.loadShop}
	r.coupons, r.cards = newCache[*pricerule.Offer](5000), newCache[*giftcard.Card](5000)
	r.tables = newCache[*shipping.RateTable](100)
	r.automatic = snapshot[[]pricerule.Offer]{reader: r, scopes: []scopes.Scope{scopes.AutomaticRules}, load: r.loadAutomatic}
	r.taxes = snapshot[*Taxes]{reader: r, scopes: scopes.Taxes, load: r.loadTaxes}
	r.categories = snapshot[*CategoryIndex]{reader: r, scopes: []scopes.Scope{scopes.Categories}, load: r.loadCategories}
	r.accounts = snapshot[*Accounts]{reader: r, scopes: []scopes.Scope{scopes.Accounts}, load: r.loadAccounts}
	r.revoked = snapshot[map[string]bool]{reader: r, scopes: []scopes.Scope{scopes.Revoked}, load: r.loadRevoked}
	r.assigned = snapshot[map[int64]int64]{reader: r, scopes: []scopes.Scope{scopes.Assignments}, load: r.loadAssigned}
	return r
}

// Tracker is where versions are known.
func (r *Reader) Tracker() *freshness.Tracker { return r.tracker }

// Versions returns the versions of scopes, from memory or from the database.
func (r *Reader) Versions(ctx context.Context, of []scopes.Scope) (freshness.Vector, error) {
	return r.tracker.Known(ctx, of, r.loadVersions)
}

func (r *Reader) loadVersions(ctx context.Context, of []scopes.Scope) ([]eventstore.Position, error) {
	projectors, names := make([]string, len(of)), make([]string, len(of))
	for i, s := range of {
		projectors[i], names[i] = s.Projector, s.Name
	}
	rows, err := r.pool.Query(ctx, `SELECT coalesce(v.version, 0) FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS u (projector, scope, n)
		LEFT JOIN read.versions v ON v.projector = u.projector AND v.scope = u.scope ORDER BY u.n`, projectors, names)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[eventstore.Position])
}

// snapshot keeps a value while the versions it was read at stand.
type snapshot[T any] struct {
	reader *Reader
	scopes []scopes.Scope
	load   func(ctx context.Context) (T, error)

	mu     sync.RWMutex
	value  T
	vector freshness.Vector
}

// get returns the value; reading it again happens at most once at a time.
func (s *snapshot[T]) get(ctx context.Context) (T, error) {
	value, _, err := s.at(ctx)
	return value, err
}

// at returns the value and the versions it was read at.
func (s *snapshot[T]) at(ctx context.Context) (value T, vector freshness.Vector, err error) {
	s.mu.RLock()
	value, vector = s.value, s.vector
	s.mu.RUnlock()
	if vector.Valid() && s.reader.tracker.Stand(s.scopes, vector) {
		return value, vector, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.vector.Valid() && s.reader.tracker.Stand(s.scopes, s.vector) {
		return s.value, s.vector, nil
	}
	var none T
	// The versions first: if something changes while we read, they are older than the rows, and the next call reads again.
	vector, err = s.reader.Versions(ctx, s.scopes)
	if err != nil {
		return none, vector, err
	}
	value, err = s.load(ctx)
	if err != nil {
		return none, vector, err
	}
	s.value, s.vector = value, vector
	return value, vector, nil
}

// ErrNotFound: there is no such row.
var ErrNotFound = fault.NotFoundf("Not Found")

// ids reads a column of identifiers.
func (r *Reader) ids(ctx context.Context, sql string, args ...any) ([]int64, error) {
	rows, err := r.pool.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[int64])
}

func notFound(err error) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return ErrNotFound
	}
	return err
}
