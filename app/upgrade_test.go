package app_test

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"tradelog/test/apptest"
	"tradelog/test/suite"
)

// former moves the rows of plain records back into the tables that each kind had before migration 16.
const former = `
INSERT INTO read.tax_classes SELECT id, state, created_at, updated_at, version FROM saved WHERE kind = 'taxclass';
INSERT INTO read.tax_rates SELECT id, state, created_at, updated_at, version FROM saved WHERE kind = 'taxrate';
INSERT INTO read.tax_rules SELECT id, state, created_at, updated_at, version FROM saved WHERE kind = 'taxrule';
INSERT INTO read.customer_groups SELECT id, state, created_at, updated_at, version FROM saved WHERE kind = 'customergroup';
INSERT INTO read.websites SELECT id, state, created_at, updated_at, version FROM saved WHERE kind = 'website';
INSERT INTO read.store_groups SELECT id, state, created_at, updated_at, version FROM saved WHERE kind = 'storegroup';
INSERT INTO read.stores SELECT id, state, created_at, updated_at, version FROM saved WHERE kind = 'store';
INSERT INTO read.rates SELECT id, state, created_at, updated_at, version FROM saved WHERE kind = 'rates';
INSERT INTO read.config SELECT id, state, created_at, updated_at, version FROM saved WHERE kind = 'config';
INSERT INTO read.categories SELECT id, state, created_at, updated_at, version FROM saved WHERE kind = 'category';
INSERT INTO projection_checkpoints (projector, schema_version, position)
    SELECT name, 2, (SELECT max(position) FROM events) FROM unnest(ARRAY['taxes', 'shop', 'categories']) name;
DELETE FROM goose_db_version WHERE version_id >= 16;
DROP TABLE saved;`

// TestPlainRecordsOfAnEarlierVersion are served after an upgrade, and can be changed.
func TestPlainRecordsOfAnEarlierVersion(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	first := apptest.Start(t)
	first.Settle()
	scripts, err := filepath.Glob("../installation/migrations/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(scripts)
	var down string // from the newest migration to the one of plain records
	for _, path := range slices.Backward(scripts) {
		file, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		_, back, _ := strings.Cut(string(file), "-- +goose Down")
		down += back
		if strings.HasSuffix(path, "_records.sql") {
			break
		}
	}
	const save = `CREATE TABLE saved AS SELECT * FROM read.records UNION ALL TABLE read.shop_records UNION ALL TABLE read.categories;`
	first.Stop()
	conn, err := pgx.Connect(t.Context(), first.Config.Database.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), save+down+former); err != nil {
		t.Fatal(err)
	}

	s := apptest.Start(t, apptest.OnDatabase(first))
	token := apptest.Bearer(s.Service([]string{"all"}))
	for path, want := range map[string]int{"/tax-classes": 3, "/tax-rates": 2, "/tax-rules": 1, "/customer-groups": 4} {
		if got := s.Must(http.StatusOK, "GET", path, nil, token...).List(t); len(got) != want {
			t.Errorf("%s has %d rows after the upgrade, want %d", path, len(got), want)
		}
	}
	s.Must(http.StatusCreated, "POST", "/tax-classes", map[string]any{"className": "Books"}, token...)
	s.Settle()
	for _, name := range []string{"records", "shop", "categories", "sequences"} {
		if differences, err := s.Projections.Verify(t.Context(), name, nil); err != nil || len(differences) > 0 {
			t.Errorf("the rebuild of %s is not equal: %v, %v", name, differences, err)
		}
	}
}
