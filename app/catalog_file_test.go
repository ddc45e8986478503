package app_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"tradelog/adapters/media"
	"tradelog/domain/catalog"
	"tradelog/domain/fault"
	"tradelog/importing/catalogfile"
	"tradelog/operations/catalog/product"
	"tradelog/test/apptest"
	"tradelog/test/histories"
)

// TestTheOwnExportChangesNothing: a random catalog, with deleted parts and categories, values of store views and pictures of every kind, is
// exported. Imported into the same shop, the file changes nothing. Imported into an empty shop and exported again, it is the same file.
func TestTheOwnExportChangesNothing(t *testing.T) {
	t.Parallel()
	for _, seed := range seeds(t) {
		t.Run(fmt.Sprint("seed=", seed), func(t *testing.T) {
			t.Parallel()
			s := newStory(t, seed)
			s.steps = catalogFileSteps(s)
			structure(t, s.shop)
			// gif, jpeg, png or webp. Pictures in AVIF are encoded again.
			s.shop.Configure("system/media_storage_configuration/image_file_type", []string{"1", "2", "3", "18"}[s.IntN(4)])
			for s.Moves < 160 {
				s.step()
			}
			s.shop.Settle()
			for _, format := range []catalogfile.Format{catalogfile.CSV, catalogfile.JSON} {
				files := fstest.MapFS{}
				file := s.shop.ExportedCatalog(t, format, files)
				before := s.shop.LogSize()
				if done := s.shop.ImportCatalog(t, format, file, files); done.Unchanged != done.Rows || s.shop.LogSize() != before {
					t.Errorf("the own export as %s: %+v, and %d events", format, done, s.shop.LogSize()-before)
				}
				empty := apptest.Start(t)
				structure(t, empty)
				empty.ImportCatalog(t, format, file, files)
				again := fstest.MapFS{}
				sameLines(t, empty.ExportedCatalog(t, format, again), file)
				for name, had := range files {
					if has := again[name]; has == nil || !bytes.Equal(has.Data, had.Data) {
						t.Errorf("%s is not the same picture", name)
					}
				}
			}
		})
	}
}

// catalogFileSteps are the steps of the catalog without those that change its attributes or write values that no attribute allows, and with
// pictures that have bytes.
func catalogFileSteps(s *story) []histories.Step {
	steps := slices.DeleteFunc(slices.Clone(histories.OfModules["catalog"]), func(step histories.Step) bool {
		return strings.Contains(step.Name, " attribute") || strings.Contains(step.Name, "values of attributes") ||
			slices.Contains([]string{"add an option", "give a product a picture", "change a product in a store view",
				"change a category in a store view", "catalog_categories_update"}, step.Name)
	})
	inView := func(path, member string) func(w *histories.Walk) (int64, error) {
		return func(w *histories.Walk) (int64, error) {
			body := fields{"name": w.Name("Own"), member: []any{w.IntN(9), nil}[w.IntN(2)]}
			a := s.shop.Do("PUT", fmt.Sprint(path, histories.DocumentID(w.Document)), body, append(apptest.Bearer(s.token), "X-Store-Code", "de")...)
			if a.Status >= 300 {
				return 0, fault.Invalidf("%d %s", a.Status, a.Body)
			}
			return 0, nil
		}
	}
	upload := func(w *histories.Walk, path string, body fields) (int64, error) {
		m := image.NewNRGBA(image.Rect(0, 0, 8, 8))
		for n := range 64 {
			m.Set(n%8, n/8, color.NRGBA{uint8(w.IntN(3) * 80), uint8(n), 80, 255})
		}
		drawn, err := media.Encode(m, media.PNG, 80)
		if err != nil {
			return 0, err
		}
		body["base64"] = base64.StdEncoding.EncodeToString(drawn.Content)
		method := "POST"
		if strings.Contains(path, "/gallery/") {
			method = "PATCH"
		}
		a := s.shop.Do(method, path, body, apptest.Bearer(s.token)...)
		if a.Status >= 300 {
			return 0, fault.Invalidf("%d %s", a.Status, a.Body)
		}
		return histories.DocumentID(w.Document), nil
	}
	own := func(w *histories.Walk) (int64, error) {
		format := []string{"jpg", "png", "gif", "webp"}[w.IntN(4)]
		return upload(w, fmt.Sprintf("/products/%d/media?format=%s", histories.DocumentID(w.Document), format), fields{
			"filename": "Small", "types": []string{"image"},
		})
	}
	given := func(w *histories.Walk) (int64, error) {
		return upload(w, fmt.Sprintf("/products/%d/media", histories.DocumentID(w.Document)), fields{"position": w.IntN(3)})
	}
	replaced := func(w *histories.Walk) (int64, error) {
		p, err := w.Commands.Catalog.ChangeParts(w.Context, histories.DocumentID(w.Document), "none", func(*catalog.Product) error { return nil })
		if err != nil || len(p.Images) == 0 {
			return 0, err
		}
		return upload(w, fmt.Sprintf("/products/%d/gallery/%d", histories.DocumentID(w.Document), p.Images[0].ID), fields{})
	}
	const has = "product with a picture"
	return append(steps, histories.Step{Name: "write in a store view", Of: "product", Do: inView("/products/", "price")},
		histories.Step{Name: "write a category in a store view", Of: "category", Do: inView("/categories/", "landingPageId")},
		histories.Step{Name: "catalog_categories_update", Of: "category", Makes: "category", With: histories.Arguments{
			"position": histories.Draw(func(w *histories.Walk) any { return w.IntN(9) }), "description": histories.Named("About"),
			"productPositions": histories.Draw(func(w *histories.Walk) any { return fields{fmt.Sprint(w.ID("product")): w.Moves} }),
		}}, histories.Step{Name: "upload a picture", Of: "product", Makes: has, Do: given},
		histories.Step{Name: "upload a picture with a name", Of: "product", Makes: has, Do: own},
		histories.Step{Name: "replace a picture", Of: has, Do: replaced},
		histories.Step{Name: "delete a part of a group", Of: "grouped product", Do: func(w *histories.Walk) (int64, error) {
			part := histories.DocumentID(w.Any("product"))
			s.shop.Do("POST", fmt.Sprintf("/products/%d/grouped", histories.DocumentID(w.Document)), fields{"childProductId": part, "qty": 1},
				apptest.Bearer(s.token)...)
			return 0, w.Commands.Catalog.DeleteProduct(w.Context, part)
		}})
}

// structure makes what catalogs refer to: a second website with a store view, and attributes.
func structure(t *testing.T, shop *apptest.Shop) {
	t.Helper()
	shop.SecondWebsite()
	writes := product.WriteAttributes(shop.Deciders, shop.Readers.Catalog)
	for _, code := range []string{"own_0", "own_1", "own_2", "own_3"} {
		if _, err := writes.SetAttribute(apptest.Operator(), 0, func(a *catalog.ProductAttribute) {
			a.Code, a.Label, a.Input = code, code, "text"
		}); err != nil {
			t.Fatal(err)
		}
	}
	shop.Settle()
}

// sameLines compares two files by their lines.
func sameLines(t *testing.T, got, wanted string) {
	t.Helper()
	a, b := strings.Split(got, "\n"), strings.Split(wanted, "\n")
	if len(a) != len(b) {
		t.Errorf("the second export has %d lines, want %d", len(a), len(b))
	}
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			t.Errorf("the second export differs in line %d:\n%s\nwant\n%s", i+1, a[i], b[i])
		}
	}
}
