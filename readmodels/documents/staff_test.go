package documents_test

import (
	"encoding/json"
	"testing"

	"tradelog/domain"
	"tradelog/readmodels/documents"
)

// TestStaffInOrders: the back office sees names, buyers see kinds, and documents of an earlier version stay without names.
func TestStaffInOrders(t *testing.T) {
	t.Parallel()
	names := func(by domain.Actor, at int64) *string {
		name := "An\"na"
		if by != (domain.Actor{Kind: "admin", ID: 3}) || at != 77 {
			return nil
		}
		return &name
	}
	for _, c := range []struct{ stored, staff, buyer string }{
		{`{}`, `{}`, `{}`},
		{
			`[{"changedBy":"admin 3","changedByName":77},{"changedBy":"api 4","changedByName":78},{"changedBy":"customer 5","changedByName":null}]`,
			`[{"changedBy":"admin 3","changedByName":"An\"na"},{"changedBy":"api 4","changedByName":null},` +
				`{"changedBy":"customer 5","changedByName":null}]`,
			`[{"changedBy":"admin","changedByName":null},{"changedBy":"api","changedByName":null},` +
				`{"changedBy":"customer 5","changedByName":null}]`,
		},
		{`{"changedBy":"admin 3"}`, `{"changedBy":"admin 3"}`, `{"changedBy":"admin"}`},
		{`{"changedBy":"operator","changedByName":null}`, `{"changedBy":"operator","changedByName":null}`,
			`{"changedBy":"operator","changedByName":null}`},
		{`{"note":"\"changedBy\":\"admin 3\",\"changedByName\":77"}`, `{"note":"\"changedBy\":\"admin 3\",\"changedByName\":77"}`,
			`{"note":"\"changedBy\":\"admin 3\",\"changedByName\":77"}`},
		{`{"changedBy":"operator"}`, `{"changedBy":"operator"}`, `{"changedBy":"operator"}`},
		{`{"changedBy":"admin 3","changedByName":77`, `{"changedBy":"admin 3","changedByName":"An\"na"`,
			`{"changedBy":"admin","changedByName":null`},
		{`{"changedBy":"`, `{"changedBy":"`, `{"changedBy":"`},
		// Options of a line are JSON of the customer, and may look like anything.
		{`{"changedBy":"admin 99999999999999999999","changedByName":77,"changedBy":5,"changedBy":""}`,
			`{"changedBy":"admin 99999999999999999999","changedByName":77,"changedBy":5,"changedBy":""}`,
			`{"changedBy":"admin 99999999999999999999","changedByName":77,"changedBy":5,"changedBy":""}`},
		{`{"changedBy":"admin 3","changedByName":99999999999999999999}`, `{"changedBy":"admin 3","changedByName":99999999999999999999}`,
			`{"changedBy":"admin","changedByName":99999999999999999999}`},
	} {
		staff, err := documents.WithStaff(documents.Doc[documents.Order](c.stored), names)
		if err != nil || string(staff) != c.staff {
			t.Errorf("%s is to the back office\n%s, %v", c.stored, staff, err)
		}
		if buyer := documents.WithoutStaff(documents.Doc[documents.Order](c.stored)); string(buyer) != c.buyer {
			t.Errorf("%s is to buyers\n%s", c.stored, buyer)
		}
	}
}

// TestNamesAreStoredAsPositions: a stored step that is read and written again does not change.
func TestNamesAreStoredAsPositions(t *testing.T) {
	t.Parallel()
	for _, name := range []documents.NameAt{0, documents.Nameless, 77} {
		b, err := documents.Encode(documents.Status{Status: "pending", ChangedByName: name})
		if err != nil {
			t.Fatal(err)
		}
		again, err := documents.Doc[documents.Status](b).Decode()
		if err != nil || again.ChangedByName != name {
			t.Errorf("%d became %s and %d, %v", name, b, again.ChangedByName, err)
		}
	}
}

// TestAnAnswerWithNamesIsRead: programs of the same process read the answers of operations, which have names in place of positions.
func TestAnAnswerWithNamesIsRead(t *testing.T) {
	t.Parallel()
	var step documents.Status
	if err := json.Unmarshal([]byte(`{"changedBy":"api:7","changedByName":"till"}`), &step); err != nil ||
		step.ChangedByName != documents.Nameless {
		t.Errorf("%+v, %v", step, err)
	}
}
