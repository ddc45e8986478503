package readmodels

import (
	"context"
	"errors"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/domain/catalog"
	"tradelog/domain/fault"
	"tradelog/domain/giftcard"
	"tradelog/domain/pricerule"
	"tradelog/domain/settings"
	"tradelog/domain/shipping"
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
	coupons    cache[string, *pricerule.Offer]
	cards      cache[string, *giftcard.Card]
	tables     cache[string, *shipping.RateTable]
	counts     cache[string, int64]
	goods      goods
	attributes snapshot[*catalog.Book]
	facets     cache[string, map[string]int64]
	known      cache[int64, *Customer]
	masks      *lru.Cache[string, int64] // carts by masked ID
}

// New makes a reader. pool's connections must have the schema read in their search path. table has the configuration's defaults.
func New(pool *pgxpool.Pool, tracker *freshness.Tracker, clock func() time.Time, table *settings.Table) *Reader {
	r := &Reader{pool: pool, settings: table, tracker: tracker, clock: clock, goods: newGoods()}
	r.counts, r.known = newCache[string, int64](2000), newCache[int64, *Customer](20_000)
	var err error
	if r.masks, err = lru.New[string, int64](50_000); err != nil {
		panic(err)
	}
	r.shop = snapshot[*Shop]{reader: r, scopes: []scopes.Scope{scopes.Shop}, load: r.loadShop}
	r.coupons, r.cards = newCache[string, *pricerule.Offer](5000), newCache[string, *giftcard.Card](5000)
	r.tables = newCache[string, *shipping.RateTable](100)
	r.automatic = snapshot[[]pricerule.Offer]{reader: r, scopes: []scopes.Scope{scopes.AutomaticRules}, load: r.loadAutomatic}
	r.taxes = snapshot[*Taxes]{reader: r, scopes: scopes.Taxes, load: r.loadTaxes}
	r.categories = snapshot[*CategoryIndex]{reader: r, scopes: []scopes.Scope{scopes.Categories}, load: r.loadCategories}
	r.accounts = snapshot[*Accounts]{reader: r, scopes: []scopes.Scope{scopes.Accounts}, load: r.loadAccounts}
	r.revoked = snapshot[map[string]bool]{reader: r, scopes: []scopes.Scope{scopes.Revoked}, load: r.loadRevoked}
	r.attributes, r.facets = r.attributeBook(), newCache[string, map[string]int64](200)
	r.assigned = snapshot[map[int64]int64]{reader: r, scopes: []scopes.Scope{scopes.Assignments}, load: r.loadAssigned}
	return r
}

// Tracker is where versions are known.
func (r *Reader) Tracker() *freshness.Tracker { return r.tracker }

// snapshot keeps a value while the versions it was read at stand.
type snapshot[T any] struct {
	reader *Reader
	scopes []scopes.Scope
	load   func(ctx context.Context, from Source) (T, error)

	mu     sync.RWMutex
	value  T
	vector freshness.Vector
}

// get returns the value, and records that it was read; reading it again happens at most once at a time.
func (s *snapshot[T]) get(ctx context.Context) (T, error) {
	var none T
	reading := freshness.ReadingFrom(ctx)
	if err := reading.Begin(ctx, s.scopes); err != nil {
		return none, err
	}
	value, vector, err := s.at(ctx)
	if err != nil {
		return none, err
	}
	reading.Add(s.scopes, vector)
	return value, nil
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
	vector, err = s.reader.versions(ctx, s.scopes)
	if err != nil {
		return none, vector, err
	}
	value, err = s.load(ctx, s.reader.recorded())
	if err != nil {
		return none, vector, err
	}
	s.value, s.vector = value, vector
	return value, vector, nil
}

// ErrNotFound: there is no such row.
var ErrNotFound = fault.NotFoundf("Not Found")

// ids reads a column of identifiers that no scope names.
func (r *Reader) ids(ctx context.Context, sql string, args ...any) ([]int64, error) {
	rows, err := r.unnamed(ctx).Query(ctx, sql, args...)
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
