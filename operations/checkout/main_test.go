package checkout_test

import (
	"fmt"
	"testing"

	"tradelog/test/pgtest"
	"tradelog/test/salestest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

type (
	fields = salestest.Fields
	list   = []any
)

const cartNotFound = "Cart not found"

func owned(id int64, below string) string { return fmt.Sprintf("/carts/%d%s", id, below) }

func guests(mask, below string) string { return "/guest-carts/" + mask + below }

func itoa(n int) string { return fmt.Sprint(n) }
