package soap

import (
	"context"
	"slices"
	"testing"

	"tradelog/domain/access"
	"tradelog/domain/fault"
	"tradelog/operations"
	readaccess "tradelog/readmodels/access"
	"tradelog/soap/wire"
)

// TestRefusalsAreFaults refuses each method in each way, also in ways that no operation causes today. The fault is one of the method's
// table or a global one.
func TestRefusalsAreFaults(t *testing.T) {
	t.Parallel()
	all := resources()
	h := &Handler{pipeline: &operations.Pipeline{Outage: func(error) bool { return false }}}
	q := &request{Handler: h, ctx: context.Background()}
	user := &readaccess.Account{Account: access.Account{Active: true}, Grants: []string{"all"}}
	made := map[string][]int{}
	for _, r := range all {
		for _, m := range r.Methods {
			refusals := []error{fault.Invalidf("why"), fault.Preconditionf("why"), fault.NotFoundf("why"), fault.New(fault.Conflict, "why")}
			for code := range m.Refused {
				refusals = append(refusals, fault.Invalidf("why").WithCode(code))
			}
			for _, refusal := range refusals {
				refused := *m
				refused.Do = func(*call) (wire.Value, error) { return nil, refusal }
				_, err := q.runAs(user, &refused, func(m *method) ([]wire.Value, error) { return values(m), nil })
				f, ok := err.(soapFault)
				if !ok {
					t.Fatalf("%s: %v", m.path(), err)
				}
				of := append(slices.Clone(r.Faults), globalFaults...)
				at := slices.IndexFunc(of, func(x soapFault) bool { return x.Code == f.Code })
				switch {
				case at < 0:
					t.Errorf("%s: %v is fault %d, which no table has", m.path(), refusal, f.Code)
				case of[at].Detailed && f.Message != "why" || !of[at].Detailed && f.Message != of[at].Message && f.Code != 1:
					t.Errorf("%s: fault %d says %q", m.path(), f.Code, f.Message)
				}
				made[r.Name] = append(made[r.Name], f.Code)
			}
		}
	}
	for resource, codes := range map[string][]int{
		"catalog_product_attribute_media": {0, 106}, "catalog_product_custom_option_value": {106}, "customer_address": {103},
	} {
		for _, code := range codes {
			if !slices.Contains(made[resource], code) {
				t.Errorf("no refusal of %s is fault %d", resource, code)
			}
		}
	}
	// A method without an implementation is found and permitted before it is not callable.
	bare := *all[0].Methods[0]
	bare.Do = nil
	if _, err := q.runAs(user, &bare, nil); err != errNoBody {
		t.Errorf("without an implementation: %v", err)
	}
	if _, err := q.runAs(&readaccess.Account{}, &bare, nil); err != errDenied {
		t.Errorf("without permission: %v", err)
	}
}

// values are values for all arguments of a method.
func values(m *method) []wire.Value {
	out := noValues(m.Args)
	for i := range out {
		out[i] = "1"
	}
	return out
}

// TestPermissions calls each method with its permissions, with a part of them, and with all others. Only the first call is permitted.
func TestPermissions(t *testing.T) {
	t.Parallel()
	for _, r := range resources() {
		for _, m := range r.Methods {
			needed := []string{r.ACL, m.ACL}
			if m.ACL == "" {
				needed = needed[:1]
			}
			may := func(grants ...string) bool { return permitted(&readaccess.Account{Grants: grants}, m) }
			if !may(needed...) || !may("all") || may() || r.ACL == "" {
				t.Errorf("%s cannot be called with %q, or without", m.path(), needed)
			}
			for _, name := range needed {
				if may(slices.DeleteFunc(Permissions(), func(p string) bool { return p == name })...) {
					t.Errorf("%s can be called without %s", m.path(), name)
				}
			}
		}
	}
}
