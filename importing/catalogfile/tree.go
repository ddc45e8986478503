package catalogfile

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"tradelog/domain/catalog"
	"tradelog/domain/fault"
	"tradelog/domain/record"
	readcatalog "tradelog/readmodels/catalog"
)

// tree finds categories by path. A path of names or URL keys begins below the root category of the default store view; behind a
// leading slash it begins with the name of a root category.
type tree struct {
	root int64 // of the default store view

	mu       sync.Mutex
	nodes    map[int64]*node
	children map[int64][]*node
}

type node struct {
	id, parent, position int64
	name, key            string
}

func newTree(index *readcatalog.CategoryIndex, root int64) *tree {
	t := &tree{root: root, nodes: map[int64]*node{}, children: map[int64][]*node{}}
	all := index.In(0)
	for _, id := range append([]int64{catalog.TreeRoot}, index.Descendants(catalog.TreeRoot)...) {
		if c := all[id]; c != nil {
			t.add(&node{id: id, parent: c.ParentID, position: c.Position, name: c.Name, key: c.URLKey})
		}
	}
	return t
}

func (t *tree) add(n *node) {
	t.nodes[n.id] = n
	if n.id != catalog.TreeRoot {
		t.children[n.parent] = append(t.children[n.parent], n)
	}
}

// separators are the characters that names in paths have a backslash before.
var separators = strings.NewReplacer(`\`, `\\`, `/`, `\/`, `|`, `\|`)

// split cuts a text at a separator that has no backslash before it. It leaves backslashes where they are.
func split(text string, at byte) (parts []string) {
	begin := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case at:
			parts = append(parts, text[begin:i])
			begin = i + 1
		}
	}
	return append(parts, text[begin:])
}

// unescape removes the backslashes before separators.
func unescape(text string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) {
			i++
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// steps returns the names of a path, and the category that it begins below.
func (t *tree) steps(path string) (begin int64, names []string, err error) {
	begin = t.root
	rest := strings.TrimSpace(path)
	if after, ok := strings.CutPrefix(rest, "/"); ok {
		begin, rest = catalog.TreeRoot, after
	}
	for _, name := range split(rest, '/') {
		if name = strings.TrimSpace(unescape(name)); name == "" {
			return 0, nil, fault.Invalidf("The path %.200q of a category has an empty name", path).About(fault.Format, pathColumn)
		}
		names = append(names, name)
	}
	return begin, names, nil
}

// child finds a category below another by its name or else its URL key; nil if there is none.
func (t *tree) child(parent int64, name string) (*node, error) {
	for _, is := range []func(*node) bool{
		func(n *node) bool { return n.name == name }, func(n *node) bool { return n.key == name },
	} {
		var found *node
		for _, n := range t.children[parent] {
			if is(n) {
				if found != nil {
					return nil, fault.Invalidf("There are several categories %.100q in one place", name).About(fault.Unfitting, pathColumn)
				}
				found = n
			}
		}
		if found != nil {
			return found, nil
		}
	}
	return nil, nil
}

// createCategory creates a category.
type createCategory func(ctx context.Context, values record.Values) (int64, error)

// find returns the category of a path. With create, missing ones are made.
func (t *tree) find(ctx context.Context, path string, create createCategory) (int64, error) {
	begin, names, err := t.steps(path)
	if err != nil {
		return 0, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.walk(ctx, begin, names, create)
}

func (t *tree) walk(ctx context.Context, at int64, names []string, create createCategory) (int64, error) {
	for i, name := range names {
		n, err := t.child(at, name)
		switch {
		case err != nil:
			return 0, err
		case n != nil:
			at = n.id
		case create == nil:
			return 0, fault.NotFoundf("There is no category %.200q", strings.Join(names[:i+1], "/")).About(fault.Unknown, pathColumn)
		default:
			values := record.Values{"name": encoded(name)}
			if n, err = t.create(ctx, at, values, nil, create); err != nil {
				return 0, err
			}
			at = n.id
		}
	}
	return at, nil
}

// create makes a category below another.
func (t *tree) create(ctx context.Context, parent int64, values record.Values, blocks []string, create createCategory) (*node, error) {
	if parent == catalog.TreeRoot {
		return nil, fault.NotFoundf("There is no such root category; tradelog stores set root-category makes one").
			About(fault.Unknown, pathColumn)
	}
	last := int64(0)
	for _, sibling := range t.children[parent] {
		last = max(last, sibling.position)
	}
	for field, value := range map[string]any{"parentId": parent, "position": last + 1, "isActive": true, "includeInMenu": true} {
		if _, given := values[field]; !given {
			values[field] = encoded(value)
		}
	}
	if err := catalog.NormalizeCategory(values, nil, blocks); err != nil {
		return nil, err
	}
	c, err := record.Read[catalog.Category](values)
	if err != nil {
		return nil, fault.Invalidf("The category cannot be read").WithCause(err)
	}
	id, err := create(ctx, values)
	if err != nil {
		return nil, err
	}
	n := &node{id: id, parent: parent, position: c.Position, name: c.Name, key: c.URLKey}
	t.add(n)
	return n, nil
}

// paths lists all categories below the roots with their paths, each after its parent.
func (t *tree) paths() (ids []int64, paths map[int64]string) {
	paths = map[int64]string{}
	var walk func(parent int64, prefix string)
	walk = func(parent int64, prefix string) {
		siblings := slices.Clone(t.children[parent])
		slices.SortStableFunc(siblings, func(a, b *node) int {
			return cmp.Or(cmp.Compare(a.position, b.position), cmp.Compare(a.name, b.name), cmp.Compare(a.id, b.id))
		})
		for _, n := range siblings {
			name := n.name
			if found, err := t.child(parent, name); err != nil || found != n {
				name = n.key
			}
			ids = append(ids, n.id)
			paths[n.id] = prefix + separators.Replace(name)
			below := paths[n.id] + "/"
			if n.id == t.root {
				below = ""
			}
			walk(n.id, below)
		}
	}
	walk(catalog.TreeRoot, "/")
	return ids, paths
}
