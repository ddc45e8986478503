package folds

import (
	"strings"

	"tradelog/domain/catalog"
	"tradelog/domain/directory"
	"tradelog/domain/order"
	"tradelog/readmodels/documents"
)

// choose adds the choices of a line.
func choose(p *documents.ProductOptions, l order.Line) {
	c := l.Chosen
	if c == nil {
		return
	}
	zero, one, no, yes := 0, 1, false, true
	for _, o := range c.Options {
		text := directory.StripTags(o.Text)
		p.Options = append(p.Options, documents.ItemOption{
			CartOption: documents.CartOption{Label: directory.StripTags(o.Label), Value: text, File: chosenFile(o.File)}, Print: text,
			ID:   o.ID,
			Type: o.Type, Raw: o.Raw, Custom: &no,
		})
	}
	for _, a := range c.Attributes {
		p.Attributes = append(p.Attributes, documents.CartOption{Label: a.Label, Value: a.Value})
	}
	if p.SimpleName, p.SimpleSKU = c.SimpleName, c.SimpleSKU; c.SimpleSKU != "" {
		p.Calculations, p.Shipment = &one, &zero
	}
	for _, b := range c.Bundle {
		shown := documents.ItemBundle{ID: b.ID, Label: b.Label}
		for _, s := range b.Selections {
			shown.Values = append(shown.Values, documents.ItemBundleChoice{Title: s.Title, Qty: s.Qty, Price: s.Price})
		}
		p.Bundle = append(p.Bundle, shown)
		p.Calculations, p.Shipment = &one, &zero
		if l.Dynamic {
			p.Calculations = &zero
		}
		if l.Apart {
			p.Shipment = &one
		}
	}
	for _, link := range c.Links {
		p.Links = append(p.Links, link.ID)
		p.Downloadable, p.RealType = &yes, "downloadable"
	}
	if len(c.Links) > 0 {
		p.LinkTitles = []documents.CartOption{{Label: c.LinksTitle, Value: strings.Join(titlesOf(c.Links), ", ")}}
	}
	if c.GroupID != 0 {
		p.Group = &documents.ItemGroup{Type: "grouped", ID: c.GroupID}
	}
}

// ChosenOptions lists the choices of a line in the form that people read.
func ChosenOptions(c *order.Chosen) []documents.CartOption {
	out := []documents.CartOption{}
	if c == nil {
		return out
	}
	add := func(label, value string) {
		out = append(out, documents.CartOption{Label: directory.StripTags(label), Value: directory.StripTags(value)})
	}
	for _, a := range c.Attributes {
		add(a.Label, a.Value)
	}
	for _, o := range c.Options {
		add(o.Label, o.Text)
		out[len(out)-1].File = chosenFile(o.File)
	}
	for _, b := range c.Bundle {
		var titles []string
		for _, s := range b.Selections {
			titles = append(titles, s.Qty.String()+" x "+s.Title)
		}
		add(b.Label, strings.Join(titles, ", "))
	}
	if len(c.Links) > 0 {
		add(c.LinksTitle, strings.Join(titlesOf(c.Links), ", "))
	}
	return out
}

// chosenFile returns a buyer's file as choices show it; nil for none.
func chosenFile(f *catalog.OptionFile) *documents.ChosenFile {
	if f == nil {
		return nil
	}
	return &documents.ChosenFile{ID: f.ID, Key: f.Key, Name: f.Name, Type: f.Type, Size: f.Size, Width: f.Width, Height: f.Height}
}

// titlesOf returns the titles of the downloads that were chosen.
func titlesOf(links []order.ChosenLink) (titles []string) {
	for _, l := range links {
		titles = append(titles, l.Title)
	}
	return titles
}
