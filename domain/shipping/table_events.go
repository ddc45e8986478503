package shipping

import (
	"slices"

	"tradelog/domain"
	"tradelog/domain/fault"
)

// Category is the category of the streams of tables. Each website has one.
const Category = "tablerates"

// Stream returns the stream of a website's tables.
func Stream(websiteID int64) string { return domain.Stream(Category, websiteID) }

// maxTableRates is the limit of a table's rows.
const maxTableRates = 50_000

// TableImported replaces the table of a website and a condition. Without rows it removes the table.
type TableImported struct {
	WebsiteID int64       `json:"websiteId"`
	Condition Condition   `json:"condition"`
	Rates     []TableRate `json:"rates,omitempty"`
}

func (TableImported) EventName() string { return "ShippingTableImported" }
func EventSpecs() []domain.EventSpec    { return domain.Specs(TableImported{}) }

// Tables holds a website's tables, by condition.
type Tables map[Condition][]TableRate

func NewTables(string) Tables { return Tables{} }

func EvolveTables(t Tables, e domain.Event) Tables {
	if e, ok := e.(TableImported); ok {
		if t[e.Condition] = e.Rates; len(e.Rates) == 0 {
			delete(t, e.Condition)
		}
	}
	return t
}

// Import replaces a table. An equal table makes no event.
func (t Tables) Import(websiteID int64, c Condition, rates []TableRate) ([]domain.Event, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	if len(rates) > maxTableRates {
		return nil, fault.Invalidf("A table has at most %d rates", maxTableRates)
	}
	if slices.EqualFunc(t[c], rates, TableRate.equal) {
		return nil, nil
	}
	return []domain.Event{TableImported{WebsiteID: websiteID, Condition: c, Rates: rates}}, nil
}

func (r TableRate) equal(other TableRate) bool {
	return r.Country == other.Country && r.Region == other.Region && r.Zip == other.Zip && r.From.Equal(other.From) &&
		r.Price.Equal(other.Price) && r.Cost.Equal(other.Cost)
}
