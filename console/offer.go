package console

import (
	"net/url"
	"path"
	"slices"
	"strings"

	"tradelog/operations"
)

// buttonsShown is the number of buttons that a page shows at once. If there are more, those of parts are below "More".
const buttonsShown = 5

// offers are the buttons of a thing: first those for the thing itself, then those for its parts.
type offers struct {
	First []link
	More  []offer
}

// offer has the buttons for a part of a thing, or further ones for the thing itself.
type offer struct {
	Title string // of the part; empty for the thing itself
	Links []link
}

// suits reports whether an operation applies to a thing.
func suits(o *operations.Operation, document node) bool {
	return o.Resource.For == nil || document.Get(o.Resource.For.Member).Raw == o.Resource.For.Value
}

// offered are the acts that apply to a thing and that the account may do. Of several with the same summary it has the last.
func (v *visit) offered(k *kind, document node) (all []act) {
	for _, a := range k.acts {
		if a.operation.Authorizes(v.call.Principal) && suits(a.operation, document) {
			all = slices.DeleteFunc(all, func(other act) bool { return other.operation.Summary == a.operation.Summary })
			all = append(all, a)
		}
	}
	return all
}

// partOfAct finds the part of a thing that an act changes; nil if the act changes the thing itself.
func (k *kind) partOfAct(a act) *part {
	for i, p := range k.parts {
		if p.operation.Response.Produces == "" &&
			(a.operation.Path == p.operation.Path || strings.HasPrefix(a.operation.Path, p.operation.Path+"/")) {
			return &k.parts[i]
		}
	}
	return nil
}

// offers sorts the acts on a thing into buttons.
func (v *visit) offers(k *kind, id string, document node) (out offers) {
	acts := v.offered(k, document)
	whole := len(acts) <= buttonsShown
	for _, a := range acts {
		to := link{Href: k.path(id) + "/do/" + a.name, Text: v.actTitle(a.operation)}
		of := ""
		if p := k.partOfAct(a); p != nil {
			of, to.Text = label(v.l, p.name), v.partTitle(a.operation)
		}
		switch {
		case whole && of != "":
			to.Text = of + ": " + to.Text
			out.First = append(out.First, to)
		case whole, of == "" && len(out.First) < buttonsShown:
			out.First = append(out.First, to)
		default:
			out.add(of, to)
		}
	}
	return out
}

// add puts a link below a title.
func (o *offers) add(title string, to link) {
	at := slices.IndexFunc(o.More, func(known offer) bool { return known.Title == title })
	if at < 0 {
		at, o.More = len(o.More), append(o.More, offer{Title: title})
	}
	o.More[at].Links = append(o.More[at].Links, to)
}

// partTitle returns the text of a button beside the name of its part.
func (v *visit) partTitle(o *operations.Operation) string {
	switch o.Verb {
	case operations.Create:
		return v.text("Add")
	case operations.Update:
		return v.text("Edit")
	case operations.Delete:
		return v.text("Delete")
	}
	return v.text(o.Summary)
}

// partOffers are the buttons for a part of a thing.
func (v *visit) partOffers(k *kind, id, name string, document node) (links []link) {
	for _, a := range v.offered(k, document) {
		if p := k.partOfAct(a); p != nil && p.name == name {
			links = append(links, link{Href: k.path(id) + "/do/" + a.name, Text: v.partTitle(a.operation)})
		}
	}
	return links
}

// picture returns the path of the picture of a thing, if this server has it; "" for none.
func (v *visit) picture(document node) string {
	for _, member := range []string{"thumbnailUrl", "imageUrl", "smallImageUrl"} {
		u, err := url.Parse(document.Get(member).Raw)
		if err != nil || u.Path == "" || u.Host != v.r.Host {
			continue
		}
		if slices.Contains([]string{".webp", ".png", ".jpg", ".jpeg", ".gif"}, strings.ToLower(path.Ext(u.Path))) {
			return u.EscapedPath()
		}
	}
	return ""
}
