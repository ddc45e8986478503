package settings

import "testing"

func TestTable(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, p := range Table() {
		if seen[p.Name] {
			t.Errorf("%s is there twice", p.Name)
		}
		seen[p.Name] = true
		if err := Check(p.Name, p.Default); err != nil && p.Type != Secret {
			t.Errorf("its own default does not suit: %v", err)
		}
	}
	if found, ok := Lookup("sales_email/invoice/attach_pdf"); !ok || found.Type != Flag || found.Default != "0" {
		t.Errorf("%+v", found)
	}
}
