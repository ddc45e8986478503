package console

import (
	"cmp"
	"slices"
	"strings"

	"tradelog/operations"
)

// kind is a resource of the registry with its operations. Missing operations are nil.
type kind struct {
	name    string // in paths, such as tax-classes
	title   string // in English
	section string
	root    string // the path of the list, such as /tax-classes

	list, item, create *operations.Operation
	timeline           *operations.Operation
	wide               []act  // on the resource as a whole
	acts               []act  // on one thing, in the order of the registry
	parts              []part // lists and printed documents of one thing
}

// act is an operation on one thing of a kind.
type act struct {
	name      string // in paths: edit, delete, or the path below the thing
	operation *operations.Operation
}

// part is a read of a part of a thing.
type part struct {
	name      string
	operation *operations.Operation
}

// Name returns the name of the kind in paths.
func (k *kind) Name() string { return k.name }

// Title returns the name of the kind in English.
func (k *kind) Title() string { return k.title }

// Resource returns the name of the kind in the feed of changes.
func (k *kind) Resource() string { return strings.TrimPrefix(k.root, "/") }

// kinds are the resources that the console shows, by name.
type kinds struct {
	byName map[string]*kind
	all    []*kind // by section and title
}

// kindsOf finds the resources that the back office can list.
func kindsOf(registry *operations.Registry) *kinds {
	found := &kinds{byName: map[string]*kind{}}
	for _, o := range registry.All() {
		if o.Verb != operations.List || o.Method != "GET" || strings.Contains(o.Path, "{") || o.Resource.ACL == "" ||
			o.Access.Auth == operations.Customer {
			continue
		}
		root := strings.TrimPrefix(o.Path, "/")
		k := &kind{name: strings.ReplaceAll(root, "/", "-"), root: o.Path, list: o, section: o.Resource.Section, item: registry.Item(root)}
		if k.item == nil && !o.Paged {
			continue
		}
		k.title = cmp.Or(titles[k.name], spaced(k.name))
		found.byName[k.name] = k
		found.all = append(found.all, k)
	}
	for _, o := range registry.All() {
		found.add(o)
	}
	slices.SortFunc(found.all, func(a, b *kind) int {
		return cmp.Or(cmp.Compare(rank(a.section), rank(b.section)), cmp.Compare(a.section, b.section), cmp.Compare(a.title, b.title))
	})
	for i, k := range found.all {
		if i == 0 || rank(found.all[i-1].section) != rank(k.section) {
			lead(found.all[i:])
		}
	}
	return found
}

// lead moves the kind with the most operations to the front of its section, which begins the list.
func lead(all []*kind) {
	most := 0
	for i, k := range all {
		if rank(k.section) != rank(all[0].section) {
			break
		}
		if len(k.acts)+len(k.parts) > len(all[most].acts)+len(all[most].parts) {
			most = i
		}
	}
	first := all[most]
	copy(all[1:most+1], all[:most])
	all[0] = first
}

// add adds an operation to its kind.
func (all *kinds) add(o *operations.Operation) {
	for _, k := range all.all {
		rest, below := strings.CutPrefix(o.Path, k.root)
		switch {
		case !below || o.Access.Auth == operations.Public && !o.Reads() || o.Verb == operations.List && rest == "":
			continue
		case rest == "" && o.Method == "POST":
			k.create = o
		case !o.Reads() && !strings.Contains(rest, "{") && o.Access.Auth != operations.Customer:
			k.wide = append(k.wide, act{cmp.Or(strings.ReplaceAll(strings.TrimPrefix(rest, "/"), "/", "-"), strings.ToLower(o.Method)), o})
		case !strings.HasPrefix(rest, "/{"):
			continue
		default:
			k.addBelow(o, rest)
		}
	}
}

// addBelow adds an operation whose path is rest below the list's path.
func (k *kind) addBelow(o *operations.Operation, rest string) {
	_, behind, _ := strings.Cut(strings.TrimPrefix(rest, "/"), "/")
	switch {
	case k.item == nil || strings.Contains(behind, "{"):
	case o == k.item:
	case behind == "timeline":
		k.timeline = o
	case o.Reads():
		k.parts = append(k.parts, part{strings.ReplaceAll(behind, "/", "-"), o})
	case behind == "" && o.Method == "PUT":
		k.acts = append(k.acts, act{"edit", o})
	case behind == "" && o.Method == "DELETE":
		k.acts = append(k.acts, act{"delete", o})
	case behind == "":
	case o.Method == "POST":
		k.acts = append(k.acts, act{strings.ReplaceAll(behind, "/", "-"), o})
	default:
		k.acts = append(k.acts, act{strings.ToLower(o.Method) + "-" + strings.ReplaceAll(behind, "/", "-"), o})
	}
}

// act finds an operation on one thing of the kind.
func (k *kind) act(name string) *operations.Operation {
	for _, a := range k.acts {
		if a.name == name {
			return a.operation
		}
	}
	return nil
}

// widePath returns the path of a form for the resource as a whole.
func (k *kind) widePath(act string) string { return Path + "/do/" + k.name + "." + act }

// wideAct finds an operation on the resource as a whole.
func (k *kind) wideAct(name string) *operations.Operation {
	for _, a := range k.wide {
		if a.name == name {
			return a.operation
		}
	}
	return nil
}

// part finds a read of a part of a thing.
func (k *kind) part(name string) *operations.Operation {
	for _, p := range k.parts {
		if p.name == name {
			return p.operation
		}
	}
	return nil
}

// path returns the path of the page of one thing.
func (k *kind) path(id string) string { return Path + "/" + k.name + "/" + escape(id) }

// titles are the names of resources whose path segments are no words.
var titles = map[string]string{
	"giftcards": "Gift cards", "inventory": "Stock", "cms-pages": "Pages", "cms-blocks": "Blocks", "email-templates": "E-mail templates",
	"emails":                 "E-mails",
	"newsletter-subscribers": "Newsletter subscribers", "revocation-requests": "Revocations", "media": "Media files",
}

// sections are the sections of the navigation in their order, with their names.
var sections = []struct{ name, title string }{
	{"sales", "Sales"}, {"catalog", "Catalog"}, {"customers", "Customers"}, {"marketing", "Marketing"}, {"promotions", "Marketing"},
	{"giftcards", "Marketing"}, {"other", "Marketing"}, {"content", "Content"}, {"cms", "Content"}, {"tax", "Taxes"},
}

func rank(section string) int {
	for i, s := range sections {
		if s.name == section {
			return i
		}
	}
	return len(sections)
}

// sectionTitle returns the name of a section, in English.
func sectionTitle(section string) string {
	if at := rank(section); at < len(sections) {
		return sections[at].title
	}
	return "System"
}
