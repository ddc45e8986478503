package product

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"slices"
	"time"

	"tradelog/domain"
	"tradelog/domain/catalog"
	"tradelog/domain/money"
	"tradelog/domain/stock"
	"tradelog/internal/lru"
	"tradelog/operations"
	"tradelog/operations/content"
	readcatalog "tradelog/readmodels/catalog"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/folds"
)

// View has the caller's view of products (shapes-catalog §1.6, §1.7).
type View struct {
	Backend  bool // the caller belongs to the back office
	Text     *content.Texts
	currency string
	rate     money.Decimal // from the base currency to the shown one
	date     string        // in the store's time zone, for prices with a period
	stock    stock.Config
	base     string // base currency
	messages bool   // gift cards may carry a message
	// Others and the next fields are for items: other products, the caller's group, the store's website, and whether sold-out products are
	// shown.
	Others      map[int64]*readcatalog.Product
	Group, Site int64
	soldOutToo  bool
	linksTitle  string        // of downloadable products without one
	book        *catalog.Book // for forms other than row
	paths       *readcatalog.Paths
	pathEnd     string // the configured suffix of paths
	failure     error  // of reading paths; whoever shows documents returns it
}

// form is the set of shown members.
type form int

const (
	row        form = iota // in lists
	detailed               // in lists, with all members
	standalone             // as an item
)

// ViewOf returns the view of a call. The back office sees amounts in the base currency; others see them in the display currency, rounded to
// two places.
func ViewOf(ctx context.Context, c *operations.Call, r *readcatalog.Reader) View {
	v := View{
		Backend: c.BackendReader("products"), currency: c.Shop.BaseCurrency(c.Store), rate: money.One,
		date: c.Shop.Today(c.Store.ID, c.Now()), stock: c.Shop.StockConfig(), Text: content.TextsOf(ctx, c, r.Reader),
		messages: c.Config().Flag("giftcard/general/allow_message"), Group: groupOf(c), Site: c.Store.WebsiteID,
		soldOutToo: c.Config().Flag("cataloginventory/options/show_out_of_stock"),
		linksTitle: c.Config().Text("catalog/downloadable/links_title"),
	}
	v.paths, v.failure = r.Paths(ctx)
	v.pathEnd = c.Config().Text("catalog/seo/product_url_suffix")
	v.base = v.currency
	if rate, ok := c.Shop.Rate(v.currency, c.Currency); ok && !v.Backend {
		v.currency, v.rate = c.Currency, rate
	}
	return v
}

// groupOf returns the customer group whose prices a caller sees; 0 is the group of guests.
func groupOf(c *operations.Call) int64 {
	if c.Principal.Kind == operations.AsCustomer {
		return c.Principal.GroupID
	}
	return 0
}

// show renders a product for the view.
func (v View) show(p *readcatalog.Product, f form) ([]byte, error) {
	if v.failure != nil {
		return nil, v.failure
	}
	doc, err := v.expand(p.Doc)
	if err != nil {
		return nil, err
	}
	doc = dated(v.published(doc, p.ID), p.UpdatedAt)
	members, err := v.members(p, f)
	if err != nil {
		return nil, err
	}
	parts := [][]byte{members, documents.ProductRowExtra}
	if f != row {
		parts[1] = p.Detail
	}
	if f != row && p.Type == "downloadable" && !bytes.Contains(p.Detail, []byte(`"linksTitle":`)) {
		title, err := documents.Fragment(struct {
			Title string `json:"linksTitle"`
		}{cmp.Or(v.linksTitle, "Links")})
		if err != nil {
			return nil, err
		}
		parts = append(parts, title)
	}
	if v.Backend && len(p.Backend) > 0 {
		parts = append(parts, p.Backend)
	}
	return documents.Splice(doc, bytes.Join(parts, []byte(","))), nil
}

// pathMember begins the member with the path of a product in its document. The stored document has the URL key there. No text within a
// document contains these bytes, because its quotes are escaped.
var pathMember = []byte(`"urlPath":"`)

// published inserts the path of a published product into its document.
func (v View) published(doc []byte, id int64) []byte {
	begin := bytes.Index(doc, pathMember)
	if begin < 0 {
		return doc
	}
	begin += len(pathMember)
	end := begin + bytes.IndexByte(doc[begin:], '"')
	key := string(doc[begin:end])
	path := v.paths.Product(id, key)
	if path += v.pathEnd; key == "" || path == key {
		return doc
	}
	encoded, err := json.Marshal(path)
	if err != nil {
		return doc
	}
	return slices.Concat(doc[:begin-1], encoded, doc[end+1:])
}

// updatedMember begins the member with the time of the last change in the document of a product.
var updatedMember = []byte(`"updatedAt":"`)

// dated sets the time of the last change in the document of a product. What the product shows may have changed after the product itself.
func dated(doc []byte, at *time.Time) []byte {
	begin := bytes.Index(doc, updatedMember)
	if begin < 0 || at == nil {
		return doc
	}
	begin += len(updatedMember)
	end, shown := begin+bytes.IndexByte(doc[begin:], '"'), documents.Time(*at)
	if shown <= string(doc[begin:end]) {
		return doc
	}
	return slices.Concat(doc[:begin], []byte(shown), doc[end:])
}

// members renders the members that depend on the caller and the moment.
func (v View) members(p *readcatalog.Product, f form) ([]byte, error) {
	type always struct {
		documents.ProductPrices
		documents.ProductStock
		documents.ProductPictures
		documents.ProductRating
	}
	rating := documents.ProductRating{ReviewCount: p.Rating.Reviews, AverageRating: p.Rating.Average()}
	both := always{v.prices(p, f), v.availability(p), v.pictures(p), rating}
	if f == row {
		return documents.Fragment(both)
	}
	item := struct {
		always
		documents.ProductItemExtra
		documents.ProductParts
		documents.ProductBeside
	}{always: both, ProductParts: v.parts(p), ProductBeside: v.beside(p)}
	level := folds.NewStockItem(levelOf(p), v.Backend)
	item.StockItem = &level
	custom, err := v.custom(p)
	if err != nil {
		return nil, err
	}
	if v.Backend {
		item.CustomAttributes = &custom.written
	}
	item.Additional = custom.shown
	if offer := p.Terms.GiftCard; offer != nil {
		item.GiftcardMessage, item.GiftcardCurrency = offer.Message && v.messages, &v.base
	}
	return documents.Fragment(item)
}

// prices returns the amounts for the view. A bundle's special price is a percentage and is never converted.
func (v View) prices(p *readcatalog.Product, f form) documents.ProductPrices {
	out := documents.ProductPrices{
		Currency: v.currency, Price: v.Amount(p.Price), SpecialPrice: v.Amount(p.SpecialPrice), Msrp: v.Amount(p.Msrp),
	}
	if p.Type == "bundle" {
		out.SpecialPrice = p.SpecialPrice
	}
	out.FinalPrice = v.final(p)
	pricing := p.Pricing()
	composite := len(pricing.Choices) > 0
	if least := pricing.Minimal(v.purchase()); least.Sign() > 0 && (composite || f != standalone) {
		out.MinimalPrice = v.Amount(&least)
	}
	if composite && (p.Price == nil || p.Price.IsZero()) {
		out.Price = out.MinimalPrice
	}
	return out
}

// Amount converts an amount for the storefront.
func (v View) Amount(base *money.Decimal) *money.Decimal {
	if base == nil || v.Backend {
		return base
	}
	shown := base.Mul(v.rate).Cents()
	return &shown
}

// pictures returns the URLs of the pictures of a product that have roles.
func (v View) pictures(p *readcatalog.Product) documents.ProductPictures {
	at := func(file string) *string { return documents.ProductPictureURL(v.Text.MediaURL, file) }
	files := p.Terms.Images
	return documents.ProductPictures{ImageURL: at(files.Image), SmallImageURL: at(files.Small), ThumbnailURL: at(files.Thumbnail)}
}

func (v View) availability(p *readcatalog.Product) documents.ProductStock {
	out := documents.ProductStock{StockStatus: "out_of_stock", StockQty: p.Level.Qty}
	if v.available(p) {
		out.StockStatus = "in_stock"
	}
	return out
}

// levelOf returns the product's stock, or the initial one.
func levelOf(p *readcatalog.Product) stock.Level {
	if p.HasLevel {
		return p.Level
	}
	return stock.Fresh(p.ID)
}

// expand replaces directives in descriptions and sanitises them. It parses only documents with directives or tags, and those without a
// change only once.
func (v View) expand(doc []byte) ([]byte, error) {
	directives := bytes.Contains(doc, []byte("{{"))
	if !directives && bytes.IndexByte(doc, '<') < 0 {
		return doc, nil
	}
	digest := sha256.Sum256(doc)
	if _, clean := cleanDocuments.Get(digest); clean {
		return doc, nil
	}
	var p documents.Product
	if err := json.Unmarshal(doc, &p); err != nil {
		return nil, err
	}
	description, short := domain.Value(p.Description), domain.Value(p.ShortDescription)
	if err := v.Text.ExpandEach(p.Description, p.ShortDescription); err != nil {
		return nil, err
	}
	if !directives && description == domain.Value(p.Description) && short == domain.Value(p.ShortDescription) {
		cleanDocuments.Add(digest, struct{}{})
		return doc, nil
	}
	return documents.Encode(p)
}

// cleanDocuments has the digests of documents without directives whose descriptions need no sanitising.
var cleanDocuments = lru.New[[sha256.Size]byte, struct{}](1 << 15)
