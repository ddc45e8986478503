package shipping

import (
	"slices"

	"tradelog/domain"
	"tradelog/domain/fault"
)

// Category of the streams of tables: there is one for each website.
const Category = "tablerates"

// Stream names the stream of a website's tables.
func Stream(websiteID int64) string { return domain.Stream(Category, websiteID) }

// MaxTableRates is how many rows a table may have.
const MaxTableRates = 50_000

// TableImported replaces the table of a website that goes by a condition, as a whole. Without rows there is none any more.
type TableImported struct {
	WebsiteID int64       `json:"websiteId"`
	Condition Condition   `json:"condition"`
	Rates     []TableRate `json:"rates,omitempty"`
}

func (TableImported) EventName() string { return "ShippingTableImported" }
func EventSpecs() []domain.EventSpec    { return domain.Specs(TableImported{}) }

// Tables are a website's, by condition.
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

// Import replaces a table. The same table once more is nothing new.
func (t Tables) Import(websiteID int64, c Condition, rates []TableRate) ([]domain.Event, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	if len(rates) > MaxTableRates {
		return nil, fault.Invalidf("A table has at most %d rates", MaxTableRates)
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
