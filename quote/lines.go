package quote

import (
	"cmp"
	"context"
	"slices"

	"tradelog/domain"
	"tradelog/domain/cart"
	"tradelog/domain/catalog"
	"tradelog/domain/directory"
	"tradelog/domain/giftcard"
	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/domain/stock"
	readcatalog "tradelog/readmodels/catalog"
)

// line is a line of a cart with its products and prices.
type line struct {
	item    cart.Item
	product *readcatalog.Product
	choice  catalog.Choice
	picked  catalog.Picked
	wrong   error // reason why the choice cannot be bought, or no longer
	variant *readcatalog.Product
	parts   []part
	sku     string
	weight  *money.Decimal
	virtual bool
	unit    money.Decimal // base currency
	catalog money.Decimal // unit, but for a custom price
	dynamic bool          // the parts have the amounts
}

// part is a product that is sold as part of a line.
type part struct {
	product *readcatalog.Product
	each    money.Decimal // quantity in one unit of the line
	unit    money.Decimal // base currency; set for bundles whose parts have the amounts
	total   int           // index of its totals
}

// lineProducts holds the products of the lines.
type lineProducts struct {
	products, variants map[int64]*readcatalog.Product
	book               *catalog.Book
}

// loadProducts loads the products of lines, and their variants and selections.
func (s *Service) loadProducts(ctx context.Context, storeID int64, items []cart.Item) (out lineProducts, err error) {
	if out.products, err = s.Catalog.CartProducts(ctx, storeID, productsOf(items)); err != nil {
		return out, err
	}
	var children, variants []int64
	for _, item := range items {
		product := out.products[item.ProductID]
		if product == nil {
			continue
		}
		switch choice := item.Choice(); {
		case product.Type == "configurable" && choice.ChildID != 0:
			children, variants = append(children, choice.ChildID), append(variants, choice.ChildID)
		case product.Type == "bundle":
			picked, _ := product.Parts.Pick(product.Type, false, choice)
			for _, selection := range picked.Selections {
				children = append(children, selection.ProductID)
			}
		}
	}
	if len(children) == 0 {
		return out, nil
	}
	parts, err := s.Catalog.CartProducts(ctx, storeID, children)
	if err != nil {
		return out, err
	}
	for id, product := range parts {
		out.products[id] = product
	}
	if len(variants) == 0 {
		return out, nil
	}
	if out.variants, err = s.Catalog.Variants(ctx, storeID, variants); err != nil {
		return out, err
	}
	out.book, err = s.Catalog.Attributes(ctx)
	return out, err
}

func productsOf(items []cart.Item) []int64 {
	ids := make([]int64, len(items))
	for i, item := range items {
		ids[i] = item.ProductID
	}
	return ids
}

// line returns a line without its price. ok is false if one of its products is no longer sold.
func (st lineProducts) line(item cart.Item) (l line, ok bool) {
	product := st.sold(item.ProductID)
	if product == nil {
		return l, false
	}
	l = line{item: item, product: product, choice: item.Choice(), weight: product.Weight}
	l.picked, l.wrong = product.Parts.Pick(product.Type, product.Terms.Separately, l.choice)
	l.virtual, l.sku = catalog.IsVirtual(product.Type), l.picked.SKU(product.SKU)
	switch product.Type {
	case "configurable":
		return l, st.configurable(&l)
	case "bundle":
		return l, st.bundle(&l)
	case "grouped":
		l.wrong = catalog.ErrNoGroup
	}
	return l, true
}

func (st lineProducts) sold(id int64) *readcatalog.Product {
	if p := st.products[id]; p != nil && p.Enabled {
		return p
	}
	return nil
}

func (st lineProducts) configurable(l *line) bool {
	if l.choice.ChildID == 0 {
		l.wrong = catalog.ErrNoVariant
		return true
	}
	child := st.sold(l.choice.ChildID)
	if child == nil {
		return false
	}
	if l.wrong == nil && !slices.Contains(l.product.Parts.ChildIDs, child.ID) {
		l.wrong = catalog.ErrNoVariant
	}
	l.variant, l.parts = child, []part{{product: child, each: money.One}}
	l.sku, l.virtual = l.picked.SKU(child.SKU), catalog.IsVirtual(child.Type)
	if child.Weight != nil {
		l.weight = child.Weight
	}
	return true
}

func (st lineProducts) bundle(l *line) bool {
	l.virtual = len(l.picked.Selections) > 0
	weight := money.Zero
	for _, s := range l.picked.Selections {
		child := st.sold(s.ProductID)
		if child == nil {
			return false
		}
		l.parts = append(l.parts, part{product: child, each: s.Each})
		l.virtual = l.virtual && catalog.IsVirtual(child.Type)
		if child.Weight != nil {
			weight = weight.Add(child.Weight.Mul(s.Each))
		}
	}
	terms := domain.Value(l.product.Terms.Bundle)
	if terms.Weight {
		stored := weight.Stored()
		l.weight = &stored
	}
	if terms.SKU {
		l.sku = l.product.SKU
		for _, p := range l.parts {
			l.sku += "-" + p.product.SKU
		}
		l.sku = l.picked.SKU(l.sku)
	}
	return true
}

// offer returns the prices of a product. If they change with the day, the quote ends with the day.
func (q *Quote) offer(p *readcatalog.Product) catalog.Offer {
	offer := p.Pricing().Offer
	if offer.Dated() {
		q.ends(q.Shop.DayEnd(q.Store.ID, q.Now))
	}
	return offer
}

func (q *Quote) buying(qty money.Decimal) catalog.Purchase {
	return catalog.Purchase{GroupID: q.group, Qty: qty, Date: q.today()}
}

// price sets the price of one unit of a line, including the chosen options (shapes-catalog §5, §6, §8).
func (q *Quote) price(l *line) {
	purchase, price := q.buying(l.item.Qty), money.Zero
	switch l.product.Type {
	case giftcard.ProductType:
		price = giftcard.ReadWish(l.item.Options).Amount
		if l.wrong == nil {
			l.wrong = domain.Value(l.product.Terms.GiftCard).Refusal(price, printer(q.Shop, q.Store.ID))
		}
	case "bundle":
		price = q.bundlePrice(l, purchase)
	default:
		price = q.offer(l.product).For(purchase)
		if l.variant != nil && price.IsZero() {
			price = q.offer(l.variant).For(purchase)
		}
	}
	extra := l.picked.Extra(price, l.product.Terms.Separately)
	l.catalog = price.Add(extra)
	if l.unit = l.catalog; l.item.CustomPrice != nil {
		l.unit = *l.item.CustomPrice
	}
	// A price that differs from the sum of the parts belongs to the bundle itself.
	l.dynamic = l.dynamic && extra.IsZero() && l.item.CustomPrice == nil
}

func (q *Quote) bundlePrice(l *line, purchase catalog.Purchase) money.Decimal {
	own := q.offer(l.product)
	if l.dynamic = l.product.Terms.Dynamic() && len(l.parts) > 0; !l.dynamic {
		sum := own.Price
		for _, s := range l.picked.Selections {
			sum = sum.Add(catalog.Surcharge(s.Price, s.PriceType, own.Price).Mul(s.Each))
		}
		return own.Lower(sum.Stored(), purchase)
	}
	sum := money.Zero
	for i := range l.parts {
		p := &l.parts[i]
		p.unit = own.Lower(q.offer(p.product).For(q.buying(p.each)), purchase)
		sum = sum.Add(p.unit.Mul(p.each))
	}
	return sum.Stored()
}

// picture returns the file that carts show: that of the variant, else of the product.
func (l line) picture() string {
	images := l.product.Terms.Images
	if l.variant != nil {
		own := l.variant.Terms.Images
		images.Small = cmp.Or(own.Small, own.Thumbnail, images.Small)
	}
	return cmp.Or(images.Small, images.Thumbnail)
}

// stocked returns the products and quantities that a line takes from stock.
func (l line) stocked() []stock.Line {
	if len(l.parts) == 0 {
		return []stock.Line{{ProductID: l.product.ID, Qty: l.item.Qty}}
	}
	out := make([]stock.Line, len(l.parts))
	for i, p := range l.parts {
		out[i] = stock.Line{ProductID: p.product.ID, Qty: p.each.Mul(l.item.Qty)}
	}
	return out
}

// stockedProducts returns the products whose stock decides whether the line is available. They are its parts, and the product itself if it
// has none or is out of stock.
func (l line) stockedProducts() (out []*readcatalog.Product) {
	if len(l.parts) == 0 || l.product.HasLevel && !l.product.Level.InStock {
		out = append(out, l.product)
	}
	for _, p := range l.parts {
		out = append(out, p.product)
	}
	return out
}

// inStock tells whether all products of the line are in stock, and the stock covers the quantities of the cart. Products that never had a
// level are.
func (l line) inStock(config stock.Config, total cart.Total) bool {
	return !slices.ContainsFunc(l.stockedProducts(), func(p *readcatalog.Product) bool {
		return p.HasLevel && (!p.Level.Available(config) || catalog.HasStock(p.Type) && p.Level.Short(config, total(p.ID)))
	})
}

// productType returns the product type of the line in carts.
func (l line) productType() string {
	if l.choice.GroupID != 0 {
		return "grouped"
	}
	return l.product.Type
}

// labelledChoice returns the buyer's choices with their present labels; nil: none.
func (l line) labelledChoice(st lineProducts, storeID int64, display func(money.Decimal) money.Decimal) *order.Chosen {
	out := &order.Chosen{GroupID: l.choice.GroupID}
	if l.variant != nil {
		out.SimpleName, out.SimpleSKU, out.Attributes = l.variant.Name, l.variant.SKU, l.attributes(st, storeID)
	}
	for _, o := range l.picked.Options {
		out.Options = append(out.Options,
			order.ChosenOption{ID: o.ID, Type: o.Type, Label: o.Title, Text: o.Text, Raw: o.Raw, File: o.File})
	}
	for i, s := range l.picked.Selections {
		price := l.parts[i].unit
		if !l.product.Terms.Dynamic() {
			price = s.Price
			if s.PriceType == "percent" && l.product.Price != nil {
				price = catalog.Surcharge(s.Price, s.PriceType, *l.product.Price)
			}
		}
		if n := len(out.Bundle); n == 0 || out.Bundle[n-1].ID != s.Option.ID {
			out.Bundle = append(out.Bundle, order.ChosenBundle{ID: s.Option.ID, Label: s.Option.Title})
		}
		in := &out.Bundle[len(out.Bundle)-1]
		in.Selections = append(in.Selections, order.ChosenSelection{
			ID: s.ID, Title: l.parts[i].product.Name, Qty: s.Each, Price: display(price).Cents(),
		})
	}
	for _, d := range l.picked.Links {
		out.Links = append(out.Links, order.ChosenLink{ID: d.ID, Title: d.Title, URL: d.URL, Limit: d.Limit})
	}
	if len(out.Options)+len(out.Bundle)+len(out.Links) == 0 && out.GroupID == 0 && l.variant == nil {
		return nil
	}
	return out
}

// attributes returns the attributes in which variants differ, with the values of the chosen variant.
func (l line) attributes(st lineProducts, storeID int64) (out []order.ChosenText) {
	full := st.variants[l.variant.ID]
	if full == nil || st.book == nil {
		return nil
	}
	values, _ := full.Values(st.book, l.product.Parts.SuperAttributes)
	for _, code := range l.product.Parts.SuperAttributes {
		a := st.book.Find(code)
		if value, has := values[code]; has && a != nil {
			text := directory.StripTags(readcatalog.ValueLabel(st.book, a, storeID, value))
			out = append(out, order.ChosenText{Label: st.book.Label(a, storeID), Value: text})
		}
	}
	return out
}
