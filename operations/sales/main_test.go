package sales_test

import (
	"fmt"
	"testing"

	"tradelog/test/pgtest"
	"tradelog/test/salestest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

type fields = salestest.Fields

// path returns the path of an order, or a path below it.
func path(order fields, below string) string {
	return fmt.Sprintf("/orders/%d%s", salestest.ID(order), below)
}

// history returns an order's history, the newest first, as status:note.
func history(order fields) []string {
	var out []string
	list, _ := order["statusHistory"].([]any)
	for _, e := range list {
		entry, _ := e.(fields)
		note, _ := entry["note"].(string)
		out = append(out, fmt.Sprint(entry["status"], ":", note))
	}
	return out
}
