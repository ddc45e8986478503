package catalog_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"tradelog/domain/catalog"
	"tradelog/importing/catalogfile"
	"tradelog/operations/catalog/product"
	"tradelog/test/apptest"
	"tradelog/test/suite"
)

// imported imports a file and formats the result.
func imported(t *testing.T, shop *apptest.Shop, file string, o catalogfile.Options) (summary string, problems []string) {
	t.Helper()
	if o.Format == "" {
		o.Format = catalogfile.CSV
	}
	if o.Mode == "" {
		o.Mode = catalogfile.Upsert
	}
	o.Failed = func(p catalogfile.Problem) error {
		problems = append(problems, fmt.Sprintf("%d %s %s: %s", p.Line, p.SKU, p.Column, p.Message))
		return nil
	}
	s, err := catalogfile.Import(apptest.Operator(), shop.CatalogFiles(), strings.NewReader(file), o)
	if err != nil {
		t.Fatal(err)
	}
	shop.Settle()
	return fmt.Sprintf("%d: %d created, %d changed, %d unchanged, %d wrong", s.Rows, s.Created, s.Changed, s.Unchanged, s.Failed), problems
}

// sameText compares what two things look like.
func sameText[T any](t *testing.T, what string, got, wanted T) {
	t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(wanted) {
		t.Errorf("%s:\n%v\nwant\n%v", what, got, wanted)
	}
}

const sampleCatalog = "kind,path,sku,name,name@de,type,price,specialPrice,specialFromDate,description,taxClass,websites,categories,cost," +
	`isActive,qty,isInStock,minQty,giftcardType,giftcardAmounts,weight,position,isQtyDecimal
category,Women,,Women,Damen,,,,,,,,,,1,,,,,,,,
category,Women/Shoes,,Shoes,,,,,,,,,,,0,,,,,,,,
category,A\/B,,,,,,,,,,,,,,,,,,,,,
product,,MUG,"Mug, ""large""",Tasse,simple,12.50,9.9,2026-01-02,"<p>A &amp; B
second line</p>",Taxable Goods,base,Women/Shoes|A\/B,4,1,7.5,1,2,,,0.3,,1
product,,CARD,Gift card,,giftcard,,,,,,base,Women,,1,5,,,combined,"100,25",,,
product,,SET,Set,,grouped,,,,,,base,,9,0,0,1,,,,,,
position,Women,CARD,,,,,,,,,,,,,,,,,,,7,
position,A\/B,mug,,,,,,,,,,,,,,,,,,,-2,
`

// TestACatalogGoesFromShopToShop: an export that is imported into an empty shop and exported again is the same file.
func TestACatalogGoesFromShopToShop(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	shops := make([]*apptest.Shop, 3)
	for i := range shops {
		shops[i] = apptest.Start(t)
		shops[i].SecondWebsite()
	}
	summary, problems := imported(t, shops[0], sampleCatalog, catalogfile.Options{})
	sameText(t, "the import", summary+fmt.Sprint(problems), "8: 6 created, 2 changed, 0 unchanged, 0 wrong[]")
	for i, format := range []catalogfile.Format{catalogfile.CSV, catalogfile.JSON} {
		file, empty := shops[0].ExportedCatalog(t, format, nil), shops[i+1]
		if !strings.Contains(file, "A\\") || !strings.Contains(file, "Tasse") {
			t.Errorf("the export:\n%s", file)
		}
		summary, problems := imported(t, empty, file, catalogfile.Options{Format: format})
		sameText(t, "the import of the export", summary+fmt.Sprint(problems), "9: 6 created, 2 changed, 1 unchanged, 0 wrong[]")
		sameText(t, "the second export", empty.ExportedCatalog(t, format, nil), file)
		before := empty.LogSize()
		summary, _ = imported(t, empty, file, catalogfile.Options{Format: format})
		sameText(t, "the same file again", summary, "9: 0 created, 0 changed, 9 unchanged, 0 wrong")
		sameText(t, "the log after it", empty.LogSize(), before)
	}
	misplaced := "kind,path,sku,position\nposition,Women,MUG,1\nposition,Men,MUG,1\nposition,Women,TEAPOT,1\nposition,,MUG,1\n" +
		"position,Women,CARD,first\nposition,A\\/B,MUG,-2\n"
	summary, problems = imported(t, shops[1], misplaced, catalogfile.Options{})
	sameText(t, "wrong positions", summary+"\n"+strings.Join(problems, "\n"), `6: 0 created, 0 changed, 1 unchanged, 5 wrong
2 MUG path: The product is not in this category
3 MUG path: There is no category "Men"
4 TEAPOT sku: There is no product with this SKU
5 MUG path: A position needs the path of its category
6 CARD position: position must be a whole number`)
	mug := shops[1].Do("GET", "/products?sku=MUG", nil).List(t)[0]
	got := fmt.Sprint(mug["name"], mug["price"], mug["stockQty"], mug["taxClassId"], len(mug["categoryIds"].([]any)))
	sameText(t, "the product", got, `Mug, "large"12.5 7.5 2 2`)
}

func TestWrongRowsOfAFile(t *testing.T) {
	t.Parallel()
	shop := apptest.Start(t)
	const file = "kind,path,sku,name,type,price,specialFromDate,specialToDate,taxClass,websites,categories,visibility,qty,image," +
		"attributeSet\n" +
		",,,No SKU,,,,,,,,,,,\n" +
		",,NONAME,,,1,,,,,,,,,\n" +
		",,A,Good,,1,,,,,,,5,,\n" +
		",,a,Twice,,1,,,,,,,,,\n" +
		",,B,Price,,x,,,,,,,,,\n" +
		",,C,Negative,,-1,,,,,,,,,\n" +
		",,D,Dates,,1,2026-02-01,2026-01-01,,,,,,,\n" +
		",,E,Date,,1,20260201,,,,,,,,\n" +
		",,F,Class,,1,,,None such,,,,,,\n" +
		",,G,Website,,1,,,,mars,,,,,\n" +
		",,H,Category,,1,,,,,Nowhere,,,,\n" +
		",,I,Seen,,1,,,,,,everywhere,,,\n" +
		",,J,Stock,,1,,,,,,,-1,,\n" +
		",,K,Picture,,1,,,,,,,,a.png,\n" +
		",,L,Set,,1,,,,,,,,,7\n" +
		",,M,Type,spoon,1,,,,,,,,,\n" +
		"price,,N,,,1,,,,,,,,,\n" +
		"stock,,A,,,1,,,,,,,,,\n" +
		"box,,O,,,,,,,,,,,,\n" +
		"category,,,Nameless,,,,,,,,,,,\n" +
		"category,No/Such,,,,,,,,,,,,,\n" +
		",,P,Short\n" +
		",," + "Q\xff,Not UTF-8,,1,,,,,,,,,\n" +
		",,R,\\N,,1,,,,,,,,,\n" +
		",,S,Good too,,2,,,,,,,,,\n" +
		",,T,Part,,2,,,,,,,4.5,,\n"
	wanted := []string{
		"2  sku: SKU is required", "3 NONAME name: Name is required", "5 a sku: Line 4 is about the same already",
		"6 B price: Attribute 'price' must be a number", "7 C price: price must not be negative",
		"8 D specialFromDate: specialFromDate must not be later than specialToDate.",
		"9 E specialFromDate: Invalid date for specialFromDate; use Y-m-d format.",
		`10 F taxClass: There is no tax class of products "None such"`,
		`11 G websites: There is no website "mars"`, `12 H categories: There is no category "Nowhere"`,
		`13 I visibility: There is no visibility "everywhere". Valid: not_visible, catalog, search, catalog_search`,
		"14 J qty: Quantity cannot be negative", "15 K image: Pictures can only be read beside a file; a.png cannot",
		`16 L attributeSet: There is no attribute set "7"`,
		"17 M type: Invalid product type: spoon. Valid: simple, virtual, configurable, grouped, bundle, downloadable, giftcard",
		"18 N sku: There is no product with this SKU", "19 A price: Rows of the kind stock have no column \"price\"",
		`20 O kind: There are no rows of the kind "box". Valid: product, price, stock, image, category, links, position`,
		"21  path: A category needs a path", `22 No/Such path: There is no category "No"`,
		"23 P : The row has 4 values, and the first line names 15 columns", "24 Q\ufffd : The row is not UTF-8",
		"25 R name: name cannot be cleared",
		"27 T qty: The product is sold in whole units, and 4.5 is none. isQtyDecimal allows parts of units.",
	}
	check := func(got []string) {
		t.Helper()
		if !slices.Equal(got, wanted) {
			t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(wanted, "\n"))
		}
	}
	before := shop.LogSize()
	summary, problems := imported(t, shop, file, catalogfile.Options{DryRun: true})
	sameText(t, "the dry run", summary, "26: 2 created, 0 changed, 0 unchanged, 24 wrong")
	check(problems)
	sameText(t, "the log after the dry run", shop.LogSize(), before)
	summary, problems = imported(t, shop, file, catalogfile.Options{StopOnError: true})
	sameText(t, "stopped", summary+fmt.Sprint(problems), "1: 0 created, 0 changed, 0 unchanged, 1 wrong[2  sku: SKU is required]")
	sameText(t, "the log after it", shop.LogSize(), before)
	summary, problems = imported(t, shop, file, catalogfile.Options{})
	sameText(t, "the import", summary, "26: 2 created, 0 changed, 0 unchanged, 24 wrong")
	check(problems)
	for _, heading := range []string{"sku,colour\n", "sku,sku\n", "sku,name@mars\n", ""} {
		o := catalogfile.Options{Format: catalogfile.CSV}
		if _, err := catalogfile.Import(apptest.Operator(), shop.CatalogFiles(), strings.NewReader(heading), o); err == nil {
			t.Errorf("the heading %q is accepted", heading)
		}
	}
}

func TestHTMLOfWhichNothingIsLeftIsRefused(t *testing.T) {
	t.Parallel()
	shop := apptest.Start(t)
	const bad = "<script>alert(1)</script>"
	const reason = " has nothing but what is not allowed, such as scripts, frames and forms. Send formatted text."
	view := shop.Must(200, "GET", "/store-config", nil).Object(t)["storeCode"]
	file := fmt.Sprintf("kind,path,sku,name,price,description,shortDescription,description@%v\n"+
		",,A,A,1,%[2]s,,\n,,B,B,1,,%[2]s,\n,,C,C,1,Fine,,%[2]s\ncategory,Tea,,,,%[2]s,,\n,,D,D,1,<b>Fine</b>,,\n", view, bad)
	summary, problems := imported(t, shop, file, catalogfile.Options{})
	sameText(t, "the import", summary, "5: 1 created, 0 changed, 0 unchanged, 4 wrong")
	sameText(t, "the refusals", problems, []string{"2 A description: description" + reason, "3 B shortDescription: shortDescription" + reason,
		fmt.Sprintf("4 C description@%v: description%s", view, reason), "5 Tea description: description" + reason})
}

func TestRowsChangeOnlyWhatTheySay(t *testing.T) {
	t.Parallel()
	shop := apptest.Start(t)
	shop.SecondWebsite()
	run := func(file string, o catalogfile.Options, wanted string) {
		t.Helper()
		summary, problems := imported(t, shop, file, o)
		sameText(t, file, summary+fmt.Sprint(problems), wanted)
	}
	create := catalogfile.Options{Mode: catalogfile.Create, CreateCategories: true}
	run("sku,name,price,metaTitle,qty,categories,websites\nA,Cup,5,Cups,3,Kitchen/Cups,base|eu\n", create,
		"1: 1 created, 0 changed, 0 unchanged, 0 wrong[]")
	run("sku,name,price\nA,Cup,5.00\n", create, "1: 0 created, 0 changed, 1 unchanged, 0 wrong[]")
	run("sku,name,price\nA,Cup,6\n", create, "1: 0 created, 0 changed, 0 unchanged, 1 wrong[2 A sku: A product with this SKU already exists]")
	const taken = "A product with this SKU already exists"
	size := shop.LogSize()
	run("kind,sku,price,qty\nprice,A,6,\nstock,A,,9\n", create,
		"2: 0 created, 0 changed, 0 unchanged, 2 wrong[2 A sku: "+taken+" 3 A sku: "+taken+"]")
	run("kind,sku,price,qty\nprice,A,5,\nstock,A,,3\n", create, "2: 0 created, 0 changed, 2 unchanged, 0 wrong[]")
	sameText(t, "events of refused prices and stock", shop.LogSize()-size, 0)
	run("sku,name\nN,Cap\n", create, "1: 1 created, 0 changed, 0 unchanged, 0 wrong[]")
	run("kind,sku,price,qty\nprice,N,4,\nstock,N,,2\n", create, "2: 0 created, 2 changed, 0 unchanged, 0 wrong[]")
	run("sku,name\nZ,New\n", catalogfile.Options{Mode: catalogfile.Update},
		"1: 0 created, 0 changed, 0 unchanged, 1 wrong[2 Z sku: There is no product with this SKU]")
	before := shop.LogSize()
	run("kind,sku,price,qty,store,name,metaTitle\nprice,a,7,,,,\nstock,A,,4,,,\nproduct,A,,,de,Tasse,\nproduct,A,,,,,\\N\n",
		catalogfile.Options{}, "4: 0 created, 4 changed, 0 unchanged, 0 wrong[]")
	sameText(t, "events", shop.LogSize()-before, 4)
	base := shop.Do("GET", "/products?sku=A", nil).List(t)[0]
	sameText(t, "the product", fmt.Sprint(base["name"], base["price"], base["stockQty"], base["metaTitle"]), fmt.Sprint("Cup", 7, 4, nil))
	own := shop.Do("GET", "/products?sku=A", nil, "X-Store-Code", "de").List(t)[0]
	sameText(t, "its name in the view", own["name"], any("Tasse"))
	run("{\"sku\":\"A\",\"name@de\":null,\"categories\":[\"Kitchen\"],\"price\":7.00}\n",
		catalogfile.Options{Format: catalogfile.JSON}, "1: 0 created, 1 changed, 0 unchanged, 0 wrong[]")
	own = shop.Do("GET", "/products?sku=A", nil, "X-Store-Code", "de").List(t)[0]
	sameText(t, "its name without one of the view", own["name"], any("Cup"))
	run("sku,type\nA,virtual\n", catalogfile.Options{},
		"1: 0 created, 0 changed, 0 unchanged, 1 wrong[2 A type: type cannot change; the product is simple]")
}

// TestStockIsReadAsItIsStored: a stored level can leave values out, such as manageStock off and a minimum of 0 in a cart. They are not
// replaced by the defaults of a new level. An export has them, and rows are compared with them.
func TestStockIsReadAsItIsStored(t *testing.T) {
	t.Parallel()
	shop, copied := apptest.Start(t), apptest.Start(t)
	run := func(row, wanted string) {
		t.Helper()
		head := "kind,sku,qty,isInStock,manageStock,useConfigManageStock,minSaleQty,useConfigMinSaleQty\n"
		summary, problems := imported(t, shop, head+row+"\n", catalogfile.Options{})
		sameText(t, row, summary+fmt.Sprint(problems), wanted)
	}
	const same, different = "1: 0 created, 0 changed, 1 unchanged, 0 wrong[]", "1: 0 created, 1 changed, 0 unchanged, 0 wrong[]"
	_, problems := imported(t, shop, "sku,name,price\nA,Cup,5\n", catalogfile.Options{})
	sameText(t, "the product", len(problems), 0)
	run("stock,A,3,1,0,0,0,0", different)
	run("stock,A,3,1,0,0,0,0", same)
	file := shop.ExportedCatalog(t, catalogfile.JSON, nil)
	for _, member := range []string{`"manageStock":false`, `"useConfigManageStock":false`, `"minSaleQty":0`, `"useConfigMinSaleQty":false`} {
		if !strings.Contains(file, member) {
			t.Errorf("the export has no %s:\n%s", member, file)
		}
	}
	imported(t, copied, file, catalogfile.Options{Format: catalogfile.JSON})
	sameText(t, "the export of an import of the export", copied.ExportedCatalog(t, catalogfile.JSON, nil), file)
	run("stock,A,,,1,,,", different)
	run("stock,A,,,,,1,", different)
	run("stock,A,3,1,1,0,1,0", same)
}

// TestTheWholeHasNoQuantity: a quantity of a product that is sold as its parts is refused, as in REST, and the row changes nothing.
func TestTheWholeHasNoQuantity(t *testing.T) {
	t.Parallel()
	shop := apptest.Start(t)
	const head = "kind,sku,name,type,qty,isInStock\n"
	run := func(rows string, o catalogfile.Options, wanted string) {
		t.Helper()
		summary, problems := imported(t, shop, head+rows, o)
		sameText(t, rows, summary+fmt.Sprint(problems), wanted)
	}
	refusal := func(line, sku, productType string) string {
		return line + " " + sku + " qty: " + sku + " is " + productType + " and has no quantity of its own. Set the stock of its parts. " +
			"With qty 0, isInStock says whether it can be bought."
	}
	const wrong = "product,CONF,Cups,configurable,3,1\nproduct,BOX,Box,bundle,0.5,\n"
	refused := "2: 0 created, 0 changed, 0 unchanged, 2 wrong[" + refusal("2", "CONF", "configurable") + " " +
		refusal("3", "BOX", "bundle") + "]"
	run(wrong, catalogfile.Options{DryRun: true}, refused)
	run(wrong, catalogfile.Options{}, refused)
	run("product,SET,Set,grouped,0,1\nproduct,BOX,Box,bundle,,1\nproduct,CONF,Cups,configurable,,\n", catalogfile.Options{},
		"3: 3 created, 0 changed, 0 unchanged, 0 wrong[]")
	size := shop.LogSize()
	run("stock,SET,,,7,0\nproduct,SET,Sets,,7,\nstock,BOX,,,0,1\n", catalogfile.Options{},
		"3: 0 created, 0 changed, 1 unchanged, 2 wrong["+refusal("2", "SET", "grouped")+" "+refusal("3", "SET", "grouped")+"]")
	sameText(t, "the log after refused rows", shop.LogSize(), size)
	run("stock,SET,,,0,0\n", catalogfile.Options{}, "1: 0 created, 1 changed, 0 unchanged, 0 wrong[]")
	summary, problems := imported(t, shop, shop.ExportedCatalog(t, catalogfile.CSV, nil), catalogfile.Options{})
	sameText(t, "the export", summary+fmt.Sprint(problems), "4: 0 created, 0 changed, 4 unchanged, 0 wrong[]")
}

// TestCheckpointsOfImports: an import continues after the rows of an earlier run, and tries the wrong ones among them again.
func TestCheckpointsOfImports(t *testing.T) {
	t.Parallel()
	shop, dir := apptest.Start(t), t.TempDir()
	name := filepath.Join(dir, "file.csv")
	if err := os.WriteFile(name, []byte("sku,name,qty\nA,Cup,1\nB,,1\nC,Can,1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	o := catalogfile.Options{Format: catalogfile.CSV, Mode: catalogfile.Upsert}
	run := func(anew bool, failed func(catalogfile.Problem) error) catalogfile.Summary {
		t.Helper()
		file, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		o.Failed = failed
		o.Checkpoint, err = catalogfile.OpenCheckpoint(apptest.Operator(), shop.CatalogFiles(), filepath.Join(dir, "imports"), file, o, anew)
		if err != nil {
			t.Fatal(err)
		}
		s, err := catalogfile.Import(apptest.Operator(), shop.CatalogFiles(), file, o)
		if err != nil && failed != nil {
			t.Fatal(err)
		}
		shop.Settle()
		return s
	}
	note := func(catalogfile.Problem) error { return nil }
	sameText(t, "a whole import", run(false, note), catalogfile.Summary{Rows: 3, Created: 2, Failed: 1, Read: 34})
	left, _ := filepath.Glob(filepath.Join(dir, "imports", "*"))
	sameText(t, "checkpoints left", len(left), 0)
	// The checkpoint of an interrupted run.
	state := fmt.Sprintf(`{"rows":2,"refused":[2],"position":%d}`, shop.LogSize())
	o.Checkpoint = nil
	leaveCheckpoint(t, shop, name, filepath.Join(dir, "imports"), o, state)
	sameText(t, "going on", run(false, note), catalogfile.Summary{Rows: 3, Unchanged: 1, Failed: 1, Skipped: 1, Read: 34})
	leaveCheckpoint(t, shop, name, filepath.Join(dir, "imports"), o, state)
	sameText(t, "beginning anew", run(true, note), catalogfile.Summary{Rows: 3, Unchanged: 2, Failed: 1, Read: 34})
	leaveCheckpoint(t, shop, name, filepath.Join(dir, "imports"), o, `{"rows":2,"position":99999999}`)
	sameText(t, "a log that was put back", run(false, note), catalogfile.Summary{Rows: 3, Unchanged: 2, Failed: 1, Read: 34})
}

// leaveCheckpoint writes the checkpoint of an interrupted import. Its name is a digest of the shop, the options and the file. It is the
// same in all versions, because one version may continue the run of another.
func leaveCheckpoint(t *testing.T, shop *apptest.Shop, name, dir string, o catalogfile.Options, state string) {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %s %s %t\n%s", shop.Store.LogID(), o.Format, o.Mode, o.CreateCategories, content))
	if err = os.MkdirAll(dir, 0o755); err == nil {
		err = os.WriteFile(filepath.Join(dir, fmt.Sprintf("%x.json", sum[:16])), []byte(state), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestPicturesComeFromFiles: pictures are read from the directory of the file, move from shop to shop, and are not stored twice.
func TestPicturesComeFromFiles(t *testing.T) {
	t.Parallel()
	shops := []*apptest.Shop{apptest.Start(t), apptest.Start(t)}
	for _, shop := range shops {
		shop.SecondWebsite()
	}
	drawn := func(c color.Color) []byte {
		var b bytes.Buffer
		m := image.NewNRGBA(image.Rect(0, 0, 20, 20))
		draw.Draw(m, m.Bounds(), image.NewUniform(c), image.Point{}, draw.Src)
		if err := png.Encode(&b, m); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	files := fstest.MapFS{
		"a.png": {Data: drawn(color.White)}, "more/b.png": {Data: drawn(color.Black)}, "c.png": {Data: []byte("no picture")},
	}
	run := func(shop *apptest.Shop, file string, o catalogfile.Options, wanted string) {
		t.Helper()
		o.Files = files
		summary, problems := imported(t, shop, file, o)
		sameText(t, file, summary+fmt.Sprint(problems), wanted)
	}
	const rows = "sku,name,images\nMUG,Mug,a.png|more/b.png\n"
	before := shops[0].LogSize()
	run(shops[0], rows, catalogfile.Options{DryRun: true}, "1: 1 created, 0 changed, 0 unchanged, 0 wrong[]")
	run(shops[0], "sku,name,image\nA,A,none.png\nB,B,../a.png\nC,C,c.png\n", catalogfile.Options{DryRun: true},
		"3: 0 created, 0 changed, 0 unchanged, 3 wrong[2 A image: There is no picture none.png "+
			"3 B image: ../a.png is not a path below the folder of the file 4 C image: c.png: Invalid MIME type.]")
	sameText(t, "the log after dry runs", shops[0].LogSize(), before)
	files["huge.png"] = &fstest.MapFile{Data: []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR\x00\x00\x19\x64\x00\x00\x17\x70" +
		"\x08\x02\x00\x00\x00\x10\x05\x1a\x80")} // the head of a picture of 39 megapixels
	run(shops[0], "sku,name,image\nH,Huge,huge.png\n", catalogfile.Options{}, "1: 0 created, 0 changed, 0 unchanged, 1 wrong[2 H image: "+
		"huge.png: The image has 39.0 megapixels: its conversion to webp takes more memory than pictures may. Send a smaller one.]")
	run(shops[0], rows, catalogfile.Options{}, "1: 1 created, 0 changed, 0 unchanged, 0 wrong[]")
	before = shops[0].LogSize()
	run(shops[0], rows, catalogfile.Options{}, "1: 0 created, 0 changed, 1 unchanged, 0 wrong[]")
	run(shops[0], "kind,sku,image\nimage,MUG,a.png\n", catalogfile.Options{}, "1: 0 created, 0 changed, 1 unchanged, 0 wrong[]")
	sameText(t, "the log after the same pictures", shops[0].LogSize(), before)
	run(shops[0], "kind,sku,image\nimage,MUG,more/b.png\n", catalogfile.Options{}, "1: 0 created, 1 changed, 0 unchanged, 0 wrong[]")
	run(shops[0], `{"sku":"MUG","images":["a.png",{"file":"more/b.png","label":"Back","labels":{"de":"Hinten"},"roles":["image"],`+
		`"disabled":true,"position":7}]}`+"\n", catalogfile.Options{Format: catalogfile.JSON}, "1: 0 created, 1 changed, 0 unchanged, 0 wrong[]")

	export := func(shop *apptest.Shop) string {
		t.Helper()
		var b bytes.Buffer
		save := func(name string, content io.Reader) error {
			data, err := io.ReadAll(content)
			files[name] = &fstest.MapFile{Data: data}
			return err
		}
		if _, err := catalogfile.Export(apptest.Operator(), shop.CatalogFiles(), &b, catalogfile.CSV, save); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	views := `{"sku":"MUG","images":[{"file":"a.png","views":{%s}}]}` + "\n"
	for view, problem := range map[string]string{
		`"mars":{"position":1}`:   `There is no store view "mars"`,
		`"de":{"roles":["hero"]}`: "Invalid image type: hero. Valid: image, small_image, thumbnail",
		`"de":{"label":"x"}`: "images must be a list of paths, or of objects with file, name, label, labels, roles, disabled, " +
			"position and views",
	} {
		run(shops[0], fmt.Sprintf(views, view), catalogfile.Options{Format: catalogfile.JSON},
			"1: 0 created, 0 changed, 0 unchanged, 1 wrong[1 MUG images: "+problem+"]")
	}

	file := export(shops[0])
	run(shops[1], file, catalogfile.Options{}, "2: 1 created, 0 changed, 1 unchanged, 0 wrong[]")
	sameText(t, "the second export", export(shops[1]), file)
	run(shops[1], file, catalogfile.Options{}, "2: 0 created, 0 changed, 2 unchanged, 0 wrong[]")
	run(shops[1], "sku,images\nMUG,\\N\n", catalogfile.Options{}, "1: 0 created, 1 changed, 0 unchanged, 0 wrong[]")
	mug := shops[1].Do("GET", "/products?sku=MUG", nil).List(t)[0]
	sameText(t, "the gallery without pictures", fmt.Sprint(mug["mediaGallery"], mug["imageUrl"]), "[] <nil>")
}

// TestAttributesOfTheShop: user-defined attributes are columns, and options are written by their labels.
func TestAttributesOfTheShop(t *testing.T) {
	t.Parallel()
	shop := apptest.Start(t)
	book, err := shop.Readers.Catalog.Attributes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	writes := product.WriteAttributes(shop.Deciders, shop.Readers.Catalog)
	for _, label := range []string{"Red", "Dark blue"} {
		if _, err := writes.SetOption(apptest.Operator(), 0, func(o *catalog.AttributeOption) {
			o.AttributeID, o.Label = book.Find("color").ID, label
		}); err != nil {
			t.Fatal(err)
		}
	}
	shop.Settle()
	file := "sku,name,price,color\nA,Thing,5,Red\nB,Thing,5,dark blue\nC,Thing,5,Green\nD,Thing,5,\n"
	summary, problems := imported(t, shop, file, catalogfile.Options{})
	sameText(t, "summary", summary, "4: 3 created, 0 changed, 0 unchanged, 1 wrong")
	sameText(t, "problems", problems, []string{"4 C color: Attribute 'color' has no option Green"})
	all := shop.ExportedCatalog(t, catalogfile.CSV, nil)
	for _, line := range []string{"A,Thing", "Red", "Dark blue"} {
		if !strings.Contains(all, line) {
			t.Errorf("the export lacks %s:\n%s", line, all)
		}
	}
	summary, problems = imported(t, shop, all, catalogfile.Options{})
	sameText(t, "the export again", summary, fmt.Sprintf("%d: 0 created, 0 changed, %[1]d unchanged, 0 wrong", strings.Count(all, "\n")-1))
	sameText(t, "problems of the export", len(problems), 0)
	summary, _ = imported(t, shop, `{"sku":"A","color":null}`+"\n"+`{"sku":"B","color":"Red"}`+"\n",
		catalogfile.Options{Format: catalogfile.JSON})
	sameText(t, "changes", summary, "2: 0 created, 2 changed, 0 unchanged, 0 wrong")

	if _, err := writes.SetAttribute(apptest.Operator(), 0, func(a *catalog.ProductAttribute) {
		a.Code, a.Label, a.Unique = "serial", "Serial", true
	}); err != nil {
		t.Fatal(err)
	}
	shop.Settle()
	summary, problems = imported(t, shop, "sku,name,price,serial\nS,Thing,5,one\nA,Thing,5,two\n", catalogfile.Options{})
	sameText(t, "unique values", summary, "2: 1 created, 1 changed, 0 unchanged, 0 wrong")
	_, problems = imported(t, shop, "sku,name,price,serial\nT,Thing,5,one\nA,Thing,5,one\n", catalogfile.Options{})
	sameText(t, "values that others have", len(problems), 2)
}
