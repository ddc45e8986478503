package catalog_test

import (
	"fmt"
	"strings"
	"testing"

	"tradelog/domain/catalog"
	"tradelog/importing/catalogfile"
	"tradelog/operations/catalog/product"
	"tradelog/test/apptest"
)

// linkedCatalog is a catalog in which products refer to each other and to groups, websites and store views.
const linkedCatalog = `{"sku":"A|1","name":"Mug","price":5,"tierPrices":[{"group":"Wholesale","website":"eu","qty":10,"price":4},` +
	`{"qty":5,"price":4.5}],"groupPrices":[{"group":"Retailer","price":4.2}]}
{"sku":"B","name":"Cup","price":6,"customOptions":[{"title":"Print","type":"drop_down","values":[{"title":"Red","price":1,` +
	`"own":{"de":{"title":"Rot"}}},{"title":"Blue","price":2,"priceType":"percent"}]},{"title":"Note","type":"field",` +
	`"price":1,"priceType":"fixed"}]}
{"sku":"C","name":"Course","type":"downloadable","price":7,"downloadableLinks":[{"title":"Film","price":0,"shareable":2,"type":"url",` +
	`"url":"https://example.com/film"}]}
{"sku":"GONE","name":"Gone","price":1}
{"sku":"CONF","name":"Mugs","type":"configurable","superAttributes":["color"],"children":["A|1","B","GONE"]}
{"sku":"GROUP","name":"Set","type":"grouped","groupedLinks":[{"sku":"b","qty":2,"position":1},{"sku":"GONE"}],` +
	`"upSellLinks":[{"sku":"CONF"}]}
{"sku":"BUNDLE","name":"Box","type":"bundle","bundleOptions":[{"title":"Cup","type":"radio","required":true,"selections":[{"sku":"A|1"},` +
	`{"sku":"GONE","price":1},{"sku":"B","price":2,"priceType":"percent","qty":3,"anyQty":true,"default":true,"position":2}]}]}
{"kind":"links","sku":"A|1","relatedLinks":[{"sku":"BUNDLE","position":3},{"sku":"B"},{"sku":"GONE"}],"crossSellLinks":[{"sku":"GROUP"}]}
`

// TestFilesNameThings: products with references move from shop to shop although all numbers differ. In between one of them is deleted and
// created again, and another one is deleted.
func TestFilesNameThings(t *testing.T) {
	t.Parallel()
	shops := make([]*apptest.Shop, 3)
	for i := range shops {
		shops[i] = apptest.Start(t)
		shops[i].SecondWebsite()
		for range i { // numbers differ from shop to shop
			imported(t, shops[i], "sku,name\nX,Other\nY,Other\n", catalogfile.Options{})
			for _, sku := range []string{"X", "Y"} {
				deleteProduct(t, shops[i], sku)
			}
		}
	}
	run := func(shop *apptest.Shop, file string, o catalogfile.Options, wanted string) {
		t.Helper()
		summary, problems := imported(t, shop, file, o)
		sameText(t, "the import", summary+fmt.Sprint(problems), wanted)
	}
	lines := catalogfile.Options{Format: catalogfile.JSON}
	first := shops[0]
	run(first, linkedCatalog, catalogfile.Options{Format: catalogfile.JSON, DryRun: true}, "8: 7 created, 1 changed, 0 unchanged, 0 wrong[]")
	run(first, linkedCatalog, lines, "8: 7 created, 1 changed, 0 unchanged, 0 wrong[]")
	before := first.LogSize()
	run(first, linkedCatalog, lines, "8: 0 created, 0 changed, 8 unchanged, 0 wrong[]")
	sameText(t, "the log after the same file", first.LogSize(), before)
	whole := first.ExportedCatalog(t, catalogfile.JSON, nil)
	deleteProduct(t, first, "GONE")
	deleteProduct(t, first, "B")
	run(first, `{"sku":"B","name":"Cup","price":6}`+"\n", lines, "1: 1 created, 0 changed, 0 unchanged, 0 wrong[]")
	for i, format := range []catalogfile.Format{catalogfile.CSV, catalogfile.JSON} {
		file, empty := first.ExportedCatalog(t, format, nil), shops[i+1]
		if strings.Contains(file, "GONE") || !strings.Contains(strings.ReplaceAll(file, `\\`, `\`), `A\|1`) ||
			strings.Contains(file, "productId") {
			t.Errorf("the export:\n%s", file)
		}
		rows := strings.Count(file, "\n") - (1 - i)
		_, problems := imported(t, empty, file, catalogfile.Options{Format: format})
		sameText(t, "problems of the export", problems, []string(nil))
		sameText(t, "the second export", empty.ExportedCatalog(t, format, nil), file)
		run(empty, file, catalogfile.Options{Format: format}, fmt.Sprintf("%d: 0 created, 0 changed, %[1]d unchanged, 0 wrong[]", rows))
	}
	// The earlier file restores the products that it names: the deleted one, and the one that was created again.
	_, problems := imported(t, first, whole, lines)
	sameText(t, "problems of the first export", problems, []string(nil))
	sameText(t, "the first export again", first.ExportedCatalog(t, catalogfile.JSON, nil), whole)
}

// TestRowsSeeThoseBefore: rows see the results of the rows before them, and may name products that come right before.
func TestRowsSeeThoseBefore(t *testing.T) {
	t.Parallel()
	shop := apptest.Start(t)
	const file = "kind,sku,name,type,price,qty,children,relatedLinks\nproduct,A,Cup,,5,3,,\nproduct,B,Can,,5,,,\nprice,A,,,6,,,\n" +
		"product,C,Cups,configurable,,,A|B,\nproduct,D,Box,,1,,,\"[{\"\"sku\"\":\"\"C\"\"}]\"\n" +
		"product,E,Bag,,1,,,\"[{\"\"sku\"\":\"\"D\"\"}]\"\n" +
		"stock,A,,,,3,,\nprice,B,,,5,,,\n"
	summary, problems := imported(t, shop, file, catalogfile.Options{})
	sameText(t, "the import", summary+fmt.Sprint(problems), "8: 5 created, 1 changed, 2 unchanged, 0 wrong[]")
	cup := shop.Do("GET", "/products?sku=A", nil).List(t)[0]
	sameText(t, "the price", cup["price"], any(6.0))
}

// deleteProduct deletes a product.
func deleteProduct(t *testing.T, shop *apptest.Shop, sku string) {
	t.Helper()
	s, err := shop.Commands.Catalog.ProductOfSKU(t.Context(), sku)
	if err == nil {
		err = shop.Commands.Catalog.DeleteProduct(apptest.Operator(), s.ID)
	}
	if err != nil {
		t.Fatal(err)
	}
	shop.Settle()
}

// TestNumbersOfOtherShopsAreRefused: files of the earlier format have numbers. They are refused with advice about the present format.
func TestNumbersOfOtherShopsAreRefused(t *testing.T) {
	t.Parallel()
	shop := apptest.Start(t)
	writes := product.WriteAttributes(shop.Deciders, shop.Readers.Catalog)
	if _, err := writes.SetAttribute(apptest.Operator(), 0, func(a *catalog.ProductAttribute) {
		a.Code, a.Label, a.Input, a.Type = "features", "Features", "multiselect", "varchar"
	}); err != nil {
		t.Fatal(err)
	}
	shop.Settle()
	book, err := shop.Readers.Catalog.Attributes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	option, err := writes.SetOption(apptest.Operator(), 0, func(o *catalog.AttributeOption) {
		o.AttributeID, o.Label = book.Find("features").ID, `Light|dark\bright`
	})
	if err != nil {
		t.Fatal(err)
	}
	shop.Settle()
	imported(t, shop, "sku,name\nMUG,Mug\n", catalogfile.Options{})
	before := shop.LogSize()
	const named = " Things are named and not numbered"
	for row, wanted := range map[string]string{
		`"relatedLinks":[{"id":5,"position":1}]`: `relatedLinks: relatedLinks must be a list such as [{"sku":"MUG","position":1}]; ` +
			`it has the member "id".` + named,
		`"groupPrices":[{"group":2,"price":3}]`: `groupPrices: groupPrices must be a list such as ` +
			`[{"group":"Wholesale","website":"base","price":4.5}]; group is no number.` + named,
		`"groupPrices":[{"group":"Nobody","price":3}]`:        `groupPrices: There is no customer group "Nobody"`,
		`"tierPrices":[{"website":"mars","qty":2,"price":3}]`: `tierPrices: There is no website "mars"`,
		`"tierPrices":[{"qty":0,"price":3}]`:                  `tierPrices: Quantity must be greater than 0`,
		`"childIds":[1,2]`: `childIds: The column childIds has numbers, which mean nothing in another shop. ` +
			`Use children, with SKUs and bars between them`,
		`"attributeSetId":4`: `attributeSetId: The column attributeSetId has numbers, which mean nothing in another shop. ` +
			`Use attributeSet, with the name of the set`,
		`"upSellLinks":[{"sku":"LATER"}]`: `upSellLinks: There is no product with the SKU "LATER"; ` +
			`rows of the kind links, behind those of all products, may name it`,
		`"children":["MUG"]`:                   `children: children is for configurable products; this one is simple`,
		`"superAttributes":["flavour"]`:        `superAttributes: There is no attribute "flavour"`,
		fmt.Sprintf(`"features":[%d]`, option): fmt.Sprintf("features: Attribute 'features' has no option %d", option),
	} {
		_, problems := imported(t, shop, `{"sku":"NEW","name":"New",`+row+"}\n", catalogfile.Options{Format: catalogfile.JSON})
		sameText(t, row, fmt.Sprint(problems), "[1 NEW "+wanted+"]")
	}
	sameText(t, "the log", shop.LogSize(), before)
	o := catalogfile.Options{Format: catalogfile.CSV}
	if _, err := catalogfile.Import(apptest.Operator(), shop.CatalogFiles(), strings.NewReader("sku,childIds\n"), o); err == nil ||
		!strings.Contains(err.Error(), "Use children") {
		t.Errorf("the heading childIds: %v", err)
	}
	// Labels may contain the separators.
	_, problems := imported(t, shop, "sku,features\nMUG,Light\\|dark\\\\bright\n", catalogfile.Options{})
	sameText(t, "a label with a bar", problems, []string(nil))
	if file := shop.ExportedCatalog(t, catalogfile.CSV, nil); !strings.Contains(file, `Light\|dark\\bright`) {
		t.Errorf("the export:\n%s", file)
	}
}
