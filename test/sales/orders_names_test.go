package sales_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tradelog/domain"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// TestStepsHaveTheNamesOfTheirTime: a step is shown with the name that its actor had then, also after the account was renamed. A forgotten
// actor has no name. Buyers see no name.
func TestStepsHaveTheNamesOfTheirTime(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	mug := s.Product("MUG", "10", 9, nil)
	customer, buyer := s.Customer("anna@example.com")
	order := s.OrderOf(buyer, "MUG")
	path := fmt.Sprintf("/orders/%d", salestest.ID(order))
	clerk := s.As([]string{"all"})
	by := func(f fields) string {
		entry := f["statusHistory"].([]any)[0].(fields)
		return fmt.Sprint(entry["changedBy"], ": ", entry["changedByName"])
	}
	held := s.Must(201, "POST", path+"/hold", fields{}, clerk...).Object(t)
	account := domain.ActorOf(fmt.Sprint(salestest.At(held, "statusHistory.0.changedBy"))).ID
	rename := func(name string) {
		if err := s.Commands.Access.RenameAccount(apptest.Operator(), account, name, ""); err != nil {
			t.Fatal(err)
		}
		s.Settle()
	}
	if got := by(held); !strings.HasPrefix(got, fmt.Sprintf("api %d: service", account)) {
		t.Errorf("the step was taken by %s", got)
	}
	first := fmt.Sprint(salestest.At(held, "statusHistory.0.changedByName"))
	rename("anna")
	released := s.Must(201, "POST", path+"/unhold", fields{}, clerk...).Object(t)
	set := s.Must(200, "PUT", "/inventory", fields{"sku": "MUG", "qty": 5}, clerk...)
	rename("Anna \"A\" Ä")
	s.Must(201, "POST", path+"/comments", fields{"comment": `"changedBy":"api 1","changedByName":1`}, clerk...)
	s.Settle()
	now := s.Must(200, "GET", path, nil, s.Service...)
	if got := by(released); got != fmt.Sprintf("api %d: anna", account) {
		t.Errorf("the next step was taken by %s", got)
	}
	names := func(f fields) (out []string) {
		for _, entry := range f["statusHistory"].([]any) {
			out = append(out, fmt.Sprint(entry.(fields)["changedByName"]))
		}
		return out
	}
	if got := names(now.Object(t)); !slices.Equal(got, []string{`Anna "A" Ä`, "anna", first, "<nil>"}) {
		t.Errorf("the names are %q", got)
	}
	placed := salestest.At(now.Object(t), "statusHistory.3").(fields)
	if by, has := placed["changedByName"]; by != nil || !has || placed["changedBy"] != fmt.Sprint("customer ", customer) {
		t.Errorf("the order was placed by %v", placed)
	}
	if then := s.Must(200, "GET", fmt.Sprintf("%s?asOf=%d", path, s.LogSize()), nil, s.Service...); string(then.Body) != string(now.Body) {
		t.Errorf("as of now it is %s, and not %s", then.Body, now.Body)
	}
	if got := names(s.Must(200, "GET", path, nil, buyer...).Object(t)); !slices.Equal(got, []string{"<nil>", "<nil>", "<nil>", "<nil>"}) {
		t.Errorf("the buyer sees %q", got)
	}
	moved := s.Must(200, "GET", "/inventory/MUG/movements", nil, s.Service...).List(t)
	salestest.Check(t, moved[0], fields{"changedBy": fmt.Sprint("api ", account), "changedByName": "anna"})
	salestest.Check(t, moved[1], fields{"changedBy": "customer", "changedByName": nil})
	if set.Status != 200 || mug == 0 {
		t.Error("the quantity was not set")
	}
	s.Verify("orders", "access")

	if _, err := s.Commands.Forgetting.ForgetAccount(apptest.Operator(), account, "has left"); err != nil {
		t.Fatal(err)
	}
	s.Settle()
	for _, asOf := range []string{"", fmt.Sprintf("?asOf=%d", s.LogSize())} {
		after := s.Must(200, "GET", path+asOf, nil, s.Service...)
		if strings.Contains(strings.ToLower(string(after.Body)), `"changedbyname":"`) {
			t.Errorf("a forgotten account is named: %s", after.Body)
		}
	}
	moved = s.Must(200, "GET", "/inventory/MUG/movements", nil, s.Service...).List(t)
	salestest.Check(t, moved[0], fields{"changedBy": fmt.Sprint("api ", account), "changedByName": nil})
	s.Verify("orders", "access")
	var left int
	if err := s.Pool.QueryRow(t.Context(), `SELECT count(*) FROM read.account_names WHERE account_id = $1`, account).Scan(&left); err != nil ||
		left != 0 {
		t.Errorf("%d names of the account are left, error %v", left, err)
	}
}

// TestAnOrderThatIsFoldedHasNames: while the read model is behind, answers are folded from the stream, with the same names.
func TestAnOrderThatIsFoldedHasNames(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 9, nil)
	path := fmt.Sprintf("/orders/%d", salestest.ID(s.Order("MUG")))
	s.Settle()
	s.Break("orders")
	held := s.Must(201, "POST", path+"/hold", fields{}, s.Service...).Object(t)
	if name := fmt.Sprint(salestest.At(held, "statusHistory.0.changedByName")); !strings.HasPrefix(name, "service") {
		t.Errorf("the step was taken by %s", name)
	}
}
