package tables_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"tradelog/domain/money"
	"tradelog/eventstore"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/tables"
)

type kind string

type shape struct {
	Size  int64    `json:"size,omitempty"`
	Names []string `json:"names,omitempty"`
}

// thing has a field of each form.
type thing struct {
	ID       int64                            `db:"id"`
	Kind     kind                             `db:"kind"`
	Note     *string                          `db:"note"`
	Price    *money.Decimal                   `db:"price"`
	On       bool                             `db:"is_on"`
	Of       []int64                          `db:"of_ids"`
	Tags     []string                         `db:"tags"`
	Made     time.Time                        `db:"made_at"`
	Doc      documents.Doc[documents.TaxRate] `db:"doc"`
	Version  eventstore.Position              `db:"version"`
	Shape    shape                            `db:"shape,json"`
	Text     string                           `db:"text,document"`
	Offers   []int64                          `db:"offers,json,omitempty"`
	NotThere int
}

// TestColumnsHaveTypes checks that the columns and their types follow from the fields, in their order.
func TestColumnsHaveTypes(t *testing.T) {
	t.Parallel()
	var got []string
	for _, c := range tables.Of[thing]().List() {
		got = append(got, c.Name+" "+c.Type)
	}
	want := "id bigint, kind text, note text, price numeric, is_on boolean, of_ids bigint[], tags text[], made_at timestamptz, doc text, " +
		"version bigint, shape text, text text, offers text"
	if strings.Join(got, ", ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, ", "), want)
	}
}

// TestValuesHavePlainTypes checks the values that writers of rows get: base types, JSON, and nil for NULL.
func TestValuesHavePlainTypes(t *testing.T) {
	t.Parallel()
	note := "gift"
	values, err := tables.Of[thing]().Values(&thing{
		ID: 7, Kind: "mug", Note: &note, Doc: []byte(`{}`), Version: 9, Shape: shape{Size: 3, Names: []string{"a<b"}}, Text: "a<b",
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []any{int64(7), "mug", "gift", nil, false, []int64(nil), []string(nil), time.Time{}, []byte(`{}`), int64(9),
		[]byte(`{"size":3,"names":["a\u003cb"]}`), []byte(`"a<b"`), nil}
	for i, v := range values {
		if !reflect.DeepEqual(v, want[i]) {
			t.Errorf("value %d is %T %s, want %T %s", i, v, v, want[i], want[i])
		}
	}
}

type row []any

// Scan copies the values of the row, decoding JSON as the driver does.
func (r row) Scan(into ...any) error {
	if len(into) != len(r) {
		return fmt.Errorf("%d targets for %d columns", len(into), len(r))
	}
	for i, to := range into {
		if decoder, ok := to.(interface{ ScanBytes([]byte) error }); ok {
			text, _ := r[i].([]byte)
			if err := decoder.ScanBytes(text); err != nil {
				return err
			}
		} else if r[i] != nil {
			reflect.ValueOf(to).Elem().Set(reflect.ValueOf(r[i]))
		}
	}
	return nil
}

// TestReadReversesValues checks that a row that was written is read as it was.
func TestReadReversesValues(t *testing.T) {
	t.Parallel()
	type plain struct {
		ID      int64               `db:"id"`
		Kind    kind                `db:"kind"`
		Of      []int64             `db:"of_ids"`
		Doc     documents.Doc[any]  `db:"doc"`
		Version eventstore.Position `db:"version"`
		Shape   *shape              `db:"shape,json,omitempty"`
		None    *shape              `db:"none,json,omitempty"`
	}
	c := tables.Of[plain]()
	want := plain{ID: 7, Kind: "mug", Of: []int64{1}, Doc: []byte(`{}`), Version: 9, Shape: &shape{Size: 3}}
	values, err := c.Values(&want)
	if err != nil {
		t.Fatal(err)
	}
	var further int
	got, err := c.Read(row(append(values, 5)), &further)
	if err != nil || further != 5 || !reflect.DeepEqual(*got, want) {
		t.Errorf("read %+v and %d, %v; want %+v", *got, further, err, want)
	}
}

// TestSelectingNamesColumns checks the lists of a SELECT: aliases, tables without a row, and columns that are left out.
func TestSelectingNamesColumns(t *testing.T) {
	t.Parallel()
	type left struct {
		ID  int64  `db:"id"`
		Doc []byte `db:"doc"`
	}
	type right struct {
		On    bool    `db:"is_on"`
		Level *shape  `db:"level,json"`
		Of    []int64 `db:"of_ids"`
	}
	type both struct {
		left  `from:"l"`
		right `from:"r,outer"`
	}
	c := tables.Of[both]()
	if want := "l.id, l.doc, coalesce(r.is_on, false::boolean), r.level, coalesce(r.of_ids, '{}'::bigint[])"; c.SQL() != want {
		t.Errorf("got  %s\nwant %s", c.SQL(), want)
	}
	want := "l.id, NULL::text, false::boolean, NULL::text, coalesce(r.of_ids, '{}'::bigint[])"
	if got := c.Without("doc", "is_on", "level"); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestMistakesPanic checks that fields and names that cannot be columns are found when the program starts.
func TestMistakesPanic(t *testing.T) {
	t.Parallel()
	for name, of := range map[string]func(){
		"a type without a column type": func() {
			tables.Of[struct {
				F map[string]int `db:"f"`
			}]()
		},
		"a column that is not there": func() {
			tables.Of[struct {
				F int64 `db:"f"`
			}]().Without("g")
		},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s was accepted", name)
				}
			}()
			of()
		}()
	}
}

// BenchmarkProduct reads the columns of a product, without a database.
func BenchmarkProduct(b *testing.B) {
	c := tables.Of[tables.Product]()
	none := nothing{}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := c.Read(none); err != nil {
			b.Fatal(err)
		}
	}
}

type nothing struct{}

func (nothing) Scan(...any) error { return nil }
