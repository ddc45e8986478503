package catalog

import (
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
)

var (
	errLayout         = errors.New("XML data is invalid.")
	errLayoutTemplate = errors.New("Invalid template path used in layout update.")
	errLayoutHelper   = errors.New("Helper attributes should not be used in custom layout updates.")
	errLayoutBlock    = errors.New("Disallowed block name for frontend.")
)

// CheckLayout checks the XML by which a page of a product, a category or the shop's content may change its layout. The XML comes from
// anybody who may write content, so it must not reach templates or helpers of the program (shapes-catalog §0.8). A blank one passes.
// disallowed lists the types of block that must not be used.
func CheckLayout(update string, disallowed []string) error {
	if strings.TrimSpace(update) == "" {
		return nil
	}
	decoder := xml.NewDecoder(strings.NewReader("<layout>" + update + "</layout>"))
	var open []string
	setter := 0 // depth inside an action that sets data by name
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return errLayout
		}
		switch t := token.(type) {
		case xml.StartElement:
			if len(open) == 0 && t.Name.Local != "layout" {
				return errLayout
			}
			if err := element(t, open, disallowed); err != nil {
				return err
			}
			open = append(open, t.Name.Local)
			if setter > 0 || setsByName(t) {
				setter++
			}
		case xml.CharData:
			if setter > 0 && strings.EqualFold(strings.TrimSpace(string(t)), "template") {
				return errLayoutTemplate
			}
		case xml.EndElement:
			open = open[:len(open)-1]
			setter = max(0, setter-1)
			if len(open) == 0 && decoder.InputOffset() < int64(len(update)+len("<layout></layout>")) {
				return errLayout // an end tag without its start tag
			}
		case xml.Directive, xml.ProcInst:
			return errLayout // no document types, hence no entities
		}
	}
}

func element(e xml.StartElement, open, disallowed []string) error {
	name := strings.ToLower(e.Name.Local)
	if name == "template" && len(open) > 0 {
		return errLayoutTemplate
	}
	for _, a := range e.Attr {
		value := strings.ToLower(strings.TrimSpace(a.Value))
		switch key := strings.ToLower(a.Name.Local); {
		case key == "template", key == "method" && value == "settemplate":
			return errLayoutTemplate
		case key == "helper" && slices.ContainsFunc(open, func(up string) bool { return strings.EqualFold(up, "action") }):
			return errLayoutHelper
		case name == "block" && key == "type" && slices.ContainsFunc(disallowed, func(d string) bool { return strings.EqualFold(d, value) }):
			return errLayoutBlock
		}
		if strings.Contains(value, "../") || strings.Contains(value, `..\`) {
			return errLayoutTemplate
		}
	}
	return nil
}

func setsByName(e xml.StartElement) bool {
	return slices.ContainsFunc(e.Attr, func(a xml.Attr) bool {
		return strings.EqualFold(a.Name.Local, "method") && strings.EqualFold(strings.TrimSpace(a.Value), "setDataUsingMethod")
	})
}
