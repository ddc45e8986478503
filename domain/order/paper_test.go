package order

import "testing"

func TestKeysOfPapers(t *testing.T) {
	t.Parallel()
	p := Paper{PaperInvoice, 42, 7}
	key := p.Key("secret")
	read, ok := ReadPaper(key)
	if !ok || read != p || !read.Opens(key, "secret") {
		t.Errorf("%s is read as %+v, %v", key, read, ok)
	}
	for _, other := range []Paper{{PaperMemo, 42, 7}, {PaperInvoice, 43, 7}, {PaperInvoice, 42, 8}} {
		if other.Opens(key, "secret") {
			t.Errorf("the key opens %+v", other)
		}
	}
	if p.Opens(key, "another") || p.Opens("", "secret") {
		t.Error("a wrong key opens")
	}
	for _, wrong := range []string{"", "invoice", "invoice-42-7", "receipt-42-7-ab", "invoice-0-7-ab", "invoice-42--7-ab", "invoice-x-7-ab"} {
		if _, ok := ReadPaper(wrong); ok {
			t.Errorf("%q is a key", wrong)
		}
	}
}
