package demo

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"

	"tradelog/adapters/media"
	"tradelog/commands"
	"tradelog/domain/catalog"
	"tradelog/domain/settings"
	"tradelog/importing/catalogfile"
	operationscontent "tradelog/operations/content"
	"tradelog/test/apptest"
	"tradelog/test/suite"
)

// stocked starts a shop with the structure and attributes of the demo, and with its products or no catalog at all.
func stocked(t *testing.T, full bool) *apptest.Shop {
	t.Helper()
	shop := apptest.Start(t)
	ctx := commands.WithCause(t.Context(), commands.Cause{Actor: maker})
	s := &seeder{target: Compose(shop.App), progress: func(string) {}, random: rand.New(rand.NewPCG(1, 7)), stores: map[string]int64{},
		sections: map[string]int64{}, goods: map[string]int64{}}
	steps := []func(context.Context) error{s.structure, s.attributes}
	if full {
		steps = append(steps, s.catalog, func(ctx context.Context) error {
			known, err := shop.Readers.Directory.Shop(ctx)
			if err != nil {
				return err
			}
			german, _ := known.FindStore("de")
			if err := paint(ctx, Compose(shop.App), known.Settings.In(0), german.ID, allGoods()[:3]); err != nil {
				return err
			}
			return rehang(ctx, shop, known.Settings.In(0), german.ID)
		})
	} else {
		steps = append(steps, func(ctx context.Context) error {
			index, err := shop.Readers.Catalog.Categories(ctx)
			if err != nil {
				return err
			}
			return shop.Commands.Catalog.DeleteCategories(ctx, index.Descendants(2))
		})
	}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			t.Fatal(err)
		}
		shop.Settle()
	}
	return shop
}

// rehang gives a product a second picture, and sets positions, hiding and roles of its pictures in a store view.
func rehang(ctx context.Context, shop *apptest.Shop, config settings.View, view int64) error {
	g := allGoods()[0]
	p, err := shop.Commands.Catalog.ProductOfSKU(ctx, g.sku)
	if err != nil {
		return err
	}
	drawing, err := media.Encode(picture(g.shape, tint("black"), "second"), media.WebP, 80)
	if err != nil {
		return err
	}
	second, err := operationscontent.AddPicture(ctx, shop.Pictures(), config, g.sku, drawing.Content)
	if err != nil {
		return err
	}
	ids, err := shop.Commands.Catalog.Next(ctx, catalog.ImageIDs, 1)
	if err != nil {
		return err
	}
	second.ID, second.Position, second.Disabled = ids[0], 2, true
	_, err = shop.Commands.Catalog.ChangeParts(ctx, p.ID, "ChangeProduct", func(p *catalog.Product) error {
		p.Images = append(p.Images, second.Placed(view, 0).Hidden(view, false))
		p.Images[0] = p.Images[0].Placed(view, 5)
		catalog.TakeRolesIn(view, p.Images, p.Images[0].ID)
		catalog.GiveRolesIn(view, p.Images, second.ID, []string{"thumbnail"})
		return nil
	})
	return err
}

// TestTheCatalogGoesOutAndIn exports the whole catalog of the demo, with products of all types, pictures, links and prices of groups. The
// export is the same after an import into an empty shop, and after an import that restores deleted products.
func TestTheCatalogGoesOutAndIn(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	full := stocked(t, true)
	files := fstest.MapFS{}
	same := func(what, got, wanted string) {
		t.Helper()
		if got == wanted {
			return
		}
		a, b := strings.Split(got, "\n"), strings.Split(wanted, "\n")
		for i := range min(len(a), len(b)) {
			if a[i] != b[i] {
				t.Errorf("%s differs in line %d:\n%s\nwant\n%s", what, i+1, a[i], b[i])
				return
			}
		}
		t.Errorf("%s has %d lines, want %d", what, len(a), len(b))
	}
	for _, format := range []catalogfile.Format{catalogfile.CSV, catalogfile.JSON} {
		file, empty := full.ExportedCatalog(t, format, files), stocked(t, false)
		for _, of := range []string{
			`position":0,"disabled":false,"roles":["thumbnail"]`, `position":5,"without":["image","small_image","thumbnail"]`,
		} {
			if plain := strings.ReplaceAll(file, `""`, `"`); !strings.Contains(plain, `"views":{"de":{"`+of+`}}`) {
				t.Errorf("%s has no picture with %s of the German store view", format, of)
			}
		}
		if s := empty.ImportCatalog(t, format, file, files); s.Created < len(allGoods()) {
			t.Errorf("%s: %+v", format, s)
		}
		same(string(format), empty.ExportedCatalog(t, format, files), file)
		if s := empty.ImportCatalog(t, format, file, files); s.Unchanged != s.Rows {
			t.Errorf("%s again: %+v", format, s)
		}
		for _, kind := range []string{"simple", "bundle", "configurable", "grouped", "downloadable"} {
			for _, g := range allGoods() {
				if g.kind != kind {
					continue
				}
				p, err := full.Commands.Catalog.ProductOfSKU(t.Context(), g.sku)
				if err == nil {
					err = full.Commands.Catalog.DeleteProduct(apptest.Operator(), p.ID)
				}
				if err != nil {
					t.Fatal(err)
				}
				break
			}
		}
		full.Settle()
		full.ImportCatalog(t, format, file, files)
		same(string(format)+" after products were made again", full.ExportedCatalog(t, format, files), file)
	}
}
