package demo

import (
	"context"
	"slices"

	"tradelog/domain/catalog"
	"tradelog/operations/catalog/product"
)

// choice is an option of an attribute, with its labels in the views de and fr.
type choice struct{ label, de, fr, swatch string }

var (
	colours = []choice{
		{"Black", "Schwarz", "Noir", "#1d1d1b"}, {"White", "Weiß", "Blanc", "#fafafa"}, {"Grey", "Grau", "Gris", "#8a8d8f"},
		{"Red", "Rot", "Rouge", "#b3202c"}, {"Orange", "Orange", "Orange", "#e2762b"}, {"Yellow", "Gelb", "Jaune", "#f0c419"},
		{"Green", "Grün", "Vert", "#3d7a4a"}, {"Blue", "Blau", "Bleu", "#2b5c9e"}, {"Navy", "Marineblau", "Bleu marine", "#1b2a49"},
		{"Brown", "Braun", "Marron", "#6b4a2f"},
	}
	sizes = []choice{
		{"XS", "", "", "XS"}, {"S", "", "", "S"}, {"M", "", "", "M"}, {"L", "", "", "L"}, {"XL", "", "", "XL"}, {"XXL", "", "", "XXL"},
	}
)

// attributes adds the options of the shop's attribute color, and the attribute size. Options and attributes of an earlier run stay
// unchanged.
func (s *seeder) attributes(ctx context.Context) error {
	book, err := s.target.CatalogReader.Attributes(ctx)
	if err != nil {
		return err
	}
	w := product.WriteAttributes(s.target.Deciders, s.target.CatalogReader)
	for i, a := range []struct {
		code, label, de, fr string
		choices             []choice
	}{{"color", "Color", "Farbe", "Couleur", colours}, {"size", "Size", "Größe", "Taille", sizes}} {
		var id int64
		if known := book.Find(a.code); known != nil {
			id = known.ID
		}
		if id, err = w.SetAttribute(ctx, id, func(to *catalog.ProductAttribute) {
			to.Code, to.Label, to.Position, to.Filterable = a.code, a.label, int64(i+1), catalog.WithResults
			to.Input, to.Type, to.Scope = "select", "int", catalog.GlobalScope
			to.VisibleOnFront, to.Configurable, to.InListing, to.Searchable = true, true, true, true
			to.ApplyTo = []string{}
		}); err != nil {
			return err
		}
		if err := s.labels(func(view int64, label string) error {
			return w.Label(ctx, catalog.AttributeRecords, id, view, label)
		}, a.de, a.fr); err != nil {
			return err
		}
		if !book.Has(catalog.DefaultSet, a.code) {
			if _, err := w.SetSet(ctx, catalog.DefaultSet, func(set *catalog.AttributeSet) { *set = set.With("", a.code) }); err != nil {
				return err
			}
			if err := s.target.CaughtUp(ctx); err != nil {
				return err
			}
		}
		for index, c := range a.choices {
			if slices.ContainsFunc(book.Options(id), func(o catalog.AttributeOption) bool { return o.Label == c.label }) {
				continue
			}
			option, err := w.SetOption(ctx, 0, func(o *catalog.AttributeOption) {
				o.AttributeID, o.Label, o.Position, o.Swatch = id, c.label, int64(index+1), c.swatch
			})
			if err != nil {
				return err
			}
			if err := s.labels(func(view int64, label string) error {
				return w.Label(ctx, catalog.OptionRecords, option, view, label)
			}, c.de, c.fr); err != nil {
				return err
			}
		}
	}
	return nil
}

// labels sets the labels of the views de and fr. Empty ones are left out.
func (s *seeder) labels(set func(view int64, label string) error, de, fr string) error {
	for view, label := range map[string]string{"de": de, "fr": fr} {
		if label == "" {
			continue
		}
		if err := set(s.stores[view], label); err != nil {
			return err
		}
	}
	return nil
}
