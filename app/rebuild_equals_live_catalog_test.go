package app_test

import (
	"fmt"
	"slices"

	"tradelog/domain/money"
	"tradelog/domain/record"
	"tradelog/domain/stock"
	"tradelog/internal/testing/apptest"
)

// some picks each of a list with even odds; it may be none of them.
func some(s *story, list []int64) []int64 {
	out := []int64{}
	for _, v := range list {
		if s.random.IntN(2) == 0 {
			out = append(out, v)
		}
	}
	return out
}

func (s *story) product() error {
	values := record.Values{
		"sku": raw(fmt.Sprintf("SKU-%d", s.n)), "name": raw(fmt.Sprintf("Thing %d <&>", s.n)), "type": raw(pick(s, []string{"simple", "simple", "virtual"})), "isActive": raw(true),
		"visibility": raw("catalog_search"), "attributeSetId": raw(4), "taxClassId": raw(0), "websiteIds": raw([]int64{1}), "categoryIds": raw([]int64{2}),
		"urlKey": raw(fmt.Sprintf("thing-%d", s.n)), "price": raw(10 + s.random.IntN(90)),
	}
	if s.random.IntN(3) == 0 {
		values["websiteIds"], values["categoryIds"], values["visibility"] = raw(some(s, s.websites)), raw(some(s, s.branches)), raw("search")
		values["specialPrice"], values["specialFromDate"], values["cost"], values["barcode"] = raw(5), raw("2020-01-01"), raw(3), raw("400638133393")
	}
	var level *stock.Change
	if qty, yes := money.FromInt(int64(s.random.IntN(12))), true; s.random.IntN(5) > 0 {
		level = &stock.Change{Qty: &qty, InStock: &yes}
	}
	id, err := s.shop.Commands.Catalog.CreateProduct(s.ctx, values, level)
	if err == nil {
		s.products = append(s.products, id)
	}
	return err
}

// changeProduct changes what holds for all store views.
func (s *story) changeProduct() error {
	var set record.Values
	switch s.random.IntN(5) {
	case 0:
		set = record.Values{"categoryIds": raw(some(s, s.branches)), "websiteIds": raw(some(s, s.websites))}
	case 1:
		set = record.Values{"isActive": raw(s.random.IntN(2) == 0), "visibility": raw(pick(s, []string{"not_visible", "catalog", "search", "catalog_search"}))}
	case 2:
		set = record.Values{"specialPrice": raw(nil), "specialFromDate": raw(nil), "description": raw(fmt.Sprintf("<p>%d</p>", s.n))}
	case 3: // with stock, and perhaps with a SKU that is taken
		qty := money.FromInt(int64(s.random.IntN(9)))
		return s.shop.Commands.Catalog.UpdateProduct(s.ctx, pick(s, s.products), 0, record.Values{"sku": raw(fmt.Sprintf("SKU-%d", 1+s.random.IntN(s.n)))}, nil, &stock.Change{Qty: &qty, AutoAvailability: true})
	default:
		set = record.Values{"sku": raw(fmt.Sprintf("NEW-%d", s.n)), "price": raw(s.random.IntN(50))}
	}
	return s.shop.Commands.Catalog.UpdateProduct(s.ctx, pick(s, s.products), 0, set, nil, nil)
}

// overrideProduct writes values of one store view, among them some that have none of their own there, or takes them back.
func (s *story) overrideProduct() error {
	id, view := pick(s, s.products), pick(s, s.stores)
	if s.random.IntN(3) == 0 {
		return s.shop.Commands.Catalog.UpdateProduct(s.ctx, id, view, nil, []string{"name", "isActive"}, nil)
	}
	set := record.Values{"name": raw(fmt.Sprintf("Own name %d", s.n)), "isActive": raw(s.random.IntN(4) > 0), "urlKey": raw(fmt.Sprintf("own-%d", s.n)), "price": raw(s.n)}
	return s.shop.Commands.Catalog.UpdateProduct(s.ctx, id, view, set, nil, nil)
}

func (s *story) deleteProduct() error {
	id := pick(s, s.products)
	s.products = gone(s, s.products, id)
	return s.shop.Commands.Catalog.DeleteProduct(s.ctx, id)
}

// gone takes what is deleted out of a list; now and then it stays, so that something is tried with it.
func gone(s *story, list []int64, ids ...int64) []int64 {
	if s.random.IntN(4) == 0 {
		return list
	}
	return slices.DeleteFunc(list, func(id int64) bool { return slices.Contains(ids, id) })
}

// stock sets levels of any products, deleted ones as well, all or none.
func (s *story) stock() error {
	qty, least, way, no := money.FromInt(int64(s.random.IntN(20))), money.FromInt(int64(s.random.IntN(3))), s.random.IntN(4), s.random.IntN(2) == 0
	_, err := s.shop.Commands.Catalog.SetStock(s.ctx, []stock.Change{
		{ProductID: pick(s, s.products), Qty: &qty}, {ProductID: pick(s, s.products), Qty: &qty, MinQty: &least, AutoAvailability: true},
		{ProductID: pick(s, s.products), Backorders: &way, Manage: &no},
	})
	return err
}

// stockOverHTTP is what a warehouse sends.
func (s *story) stockOverHTTP() error {
	items := []map[string]any{}
	for range 1 + s.random.IntN(4) {
		items = append(items, map[string]any{"sku": fmt.Sprintf("SKU-%d", 1+s.random.IntN(s.n)), "qty": s.random.IntN(20)})
	}
	if got := s.shop.Do("PUT", "/inventory/bulk", map[string]any{"items": items}, apptest.Bearer(s.token())...); got.Status >= 500 {
		s.t.Fatalf("bulk update: %d %s", got.Status, got.Body)
	}
	return nil
}

// category opens a category anywhere in the tree and puts a product into it and into others.
func (s *story) category() error {
	id, err := s.shop.Commands.Catalog.CreateCategory(s.ctx, record.Values{"name": raw("Branch"), "parentId": raw(pick(s, append([]int64{2}, s.branches...))), "position": raw(s.n),
		"isActive": raw(s.random.IntN(5) > 0)})
	if err != nil {
		return err
	}
	s.branches = append(s.branches, id)
	return s.shop.Commands.Catalog.UpdateProduct(s.ctx, pick(s, s.products), 0, record.Values{"categoryIds": raw([]int64{2, id, pick(s, s.branches)})}, nil, nil)
}

// changeCategory changes a category for all store views or for one, or takes that back.
func (s *story) changeCategory() error {
	id := pick(s, s.branches)
	switch s.random.IntN(3) {
	case 0:
		return s.shop.Commands.Catalog.UpdateCategory(s.ctx, id, pick(s, s.stores), record.Values{"name": raw(fmt.Sprintf("Own branch %d", s.n)), "isActive": raw(false)}, nil)
	case 1:
		return s.shop.Commands.Catalog.UpdateCategory(s.ctx, id, pick(s, s.stores), nil, []string{"name", "isActive"})
	}
	places := map[string]int{fmt.Sprint(pick(s, s.products)): s.n}
	return s.shop.Commands.Catalog.UpdateCategory(s.ctx, id, 0, record.Values{"description": raw(fmt.Sprint(s.n)), "productPositions": raw(places), "isAnchor": raw(s.n%2 == 0)}, nil)
}

// moveCategory moves a category below any other, also below itself, which is refused.
func (s *story) moveCategory() error {
	to := pick(s, append([]int64{1, 2}, s.branches...))
	return s.shop.Commands.Catalog.UpdateCategory(s.ctx, pick(s, s.branches), 0, record.Values{"parentId": raw(to), "position": raw(s.n)}, nil)
}

// deleteCategory removes a category and what is below it.
func (s *story) deleteCategory() error {
	s.shop.Settle()
	index, err := s.shop.Reader.Categories(s.ctx)
	if err != nil {
		return err
	}
	id := pick(s, s.branches)
	subtree := append([]int64{id}, index.Descendants(id)...)
	s.branches = gone(s, s.branches, subtree...)
	return s.shop.Commands.Catalog.DeleteCategories(s.ctx, subtree)
}
