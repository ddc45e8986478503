package catalogfile

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"tradelog/adapters/media"
	catalogcommands "tradelog/commands/catalog"
	"tradelog/domain/catalog"
	domaincontent "tradelog/domain/content"
	"tradelog/domain/fault"
	"tradelog/domain/record"
	"tradelog/operations/content"
	readcatalog "tradelog/readmodels/catalog"
)

// gallery is the field of a product's pictures.
const gallery = "mediaGallery"

// picturesFolder is the name of the folder beside an exported file that holds its pictures.
const picturesFolder = "pictures"

// picture is an element of the column images. An element that is only a path keeps the values of the picture.
type picture struct {
	File     string            `json:"file"`
	Name     string            `json:"name,omitempty"` // of the stored file; empty: made of SKU and content
	Label    string            `json:"label,omitempty"`
	Labels   map[string]string `json:"labels,omitempty"` // by code of the store view
	Roles    []string          `json:"roles,omitempty"`
	Disabled bool              `json:"disabled,omitempty"`
	Position *int64            `json:"position,omitempty"`
	// Views maps codes of store views to values of the picture there.
	Views map[string]pictureView `json:"views,omitempty"`
	plain bool
}

// wanted holds the pictures that a row asks for.
type wanted struct {
	main string // gets all roles
	list []picture
	all  bool // list is the whole gallery
}

// UnmarshalJSON reads a path or an object.
func (p *picture) UnmarshalJSON(value []byte) error {
	if json.Unmarshal(value, &p.File) == nil {
		p.plain = true
		return nil
	}
	type plain picture
	d := json.NewDecoder(strings.NewReader(string(value)))
	d.DisallowUnknownFields()
	return d.Decode((*plain)(p))
}

// pictureCell reads the columns image and images.
func (w *work) pictureCell(column string, value json.RawMessage) error {
	text := strings.TrimSpace(plainText(value))
	if column == images[0] {
		if isNull(value) || text == "" {
			return fault.Invalidf("%s cannot be cleared; write images", column)
		}
		w.pictures.main = text
		return nil
	}
	w.pictures.all = true
	switch {
	case isNull(value):
	case strings.HasPrefix(text, "["):
		if json.Unmarshal([]byte(text), &w.pictures.list) != nil {
			return fault.Invalidf("%s must be a list of paths, or of objects with file, name, label, labels, roles, disabled, position and views",
				column)
		}
	case text != "":
		for _, name := range split(text, '|') {
			w.pictures.list = append(w.pictures.list, picture{File: strings.TrimSpace(name), plain: true})
		}
	}
	return nil
}

// pictureColumn returns the column that has the pictures of a row.
func (w *work) pictureColumn() string {
	if w.pictures.all {
		return images[1]
	}
	return images[0]
}

// gallery makes the pictures of a row. Pictures that the product has already are recognised by their content.
func (i *importer) gallery(w *work) error {
	if w.pictures.main == "" && !w.pictures.all {
		return nil
	}
	var has []catalog.Image
	if w.state != nil && w.state.Values[0][gallery] != nil {
		parts, err := record.Read[catalog.Parts](record.Values{gallery: w.state.Values[0][gallery]})
		if err != nil {
			return err
		}
		has = parts.Images
	}
	var made []catalog.Image
	if !w.pictures.all {
		made = slices.Clone(has)
	}
	roles := map[string]int64{}
	list, main := w.pictures.listed()
	for index, p := range list {
		if slices.ContainsFunc(list[:index], func(before picture) bool { return before.File == p.File }) {
			return fault.Invalidf("%s: %s is there twice", images[1], p.File)
		}
		one, err := i.picture(w, p, has)
		if err != nil {
			return err
		}
		if w.pictures.all {
			has = slices.DeleteFunc(slices.Clone(has), func(h catalog.Image) bool { return h.ID == one.ID })
		}
		made = w.pictures.put(made, one, p, index)
		for _, role := range p.Roles {
			roles[role] = one.ID
		}
		if p.File == main {
			for _, role := range catalog.ImageRoles {
				roles[role] = one.ID
			}
		}
	}
	for role, id := range roles {
		catalog.GiveRoles(made, id, []string{role})
	}
	if w.values[0] == nil {
		w.values[0] = record.Values{}
	}
	w.values[0][gallery] = json.RawMessage("null")
	if len(made) > 0 {
		w.values[0][gallery] = encoded(made)
	}
	return nil
}

// listed returns the pictures of a row with the main one among them. Unless the row says which is the main one, it is the first of a list
// of plain paths.
func (p *wanted) listed() (list []picture, main string) {
	list, main = p.list, p.main
	if main != "" {
		if !slices.ContainsFunc(list, func(p picture) bool { return p.File == main }) {
			list = slices.Insert(slices.Clone(list), 0, picture{File: main, plain: true})
		}
	} else if len(list) > 0 && !slices.ContainsFunc(list, func(p picture) bool { return !p.plain }) {
		main = list[0].File
	}
	return list, main
}

// put adds a picture to those of a product, or replaces the one with its content. The order of a whole list gives positions to pictures
// without one.
func (p *wanted) put(made []catalog.Image, one catalog.Image, from picture, index int) []catalog.Image {
	if at := slices.IndexFunc(made, func(m catalog.Image) bool { return m.ID == one.ID }); at >= 0 {
		one.Position = made[at].Position
		made[at] = one
		return made
	}
	switch {
	case from.Position != nil:
		one.Position = *from.Position
	case p.all:
		one.Position = int64(index + 1)
	case one.Position == 0:
		one.Position = catalog.NextPosition(made)
	}
	return append(made, one)
}

// picture finds a picture among those of the product, or stores it.
func (i *importer) picture(w *work, p picture, has []catalog.Image) (one catalog.Image, err error) {
	if err := catalog.CheckRoles(p.Roles); err != nil {
		return one, err
	}
	upload, err := i.upload(p.File)
	if err != nil {
		return one, err
	}
	found, err := i.known(p, has, upload)
	if err != nil {
		return one, err
	}
	if found != nil {
		one = *found
	} else if one, err = i.store(w, p, upload); err != nil {
		return one, err
	}
	if p.plain {
		return one, nil
	}
	one.Disabled, one.Roles, one.Labels = p.Disabled, nil, ofGone(i, one.Labels)
	one = one.Named(0, p.Label)
	for code, label := range p.Labels {
		id, ok := i.views[code]
		if !ok {
			return one, fault.Invalidf("There is no store view %.60q", code)
		}
		one = one.Named(id, label)
	}
	return i.readViews(one, p.Views)
}

// known returns the picture of the product with the content of an upload, or nil. Among several it prefers the one of the name.
func (i *importer) known(p picture, has []catalog.Image, upload []byte) (found *catalog.Image, err error) {
	name := cmp.Or(p.Name, path.Base(p.File))
	for n := range has {
		named := path.Base(has[n].File) == name
		if found != nil && !named {
			continue
		}
		made, err := content.MadeOf(i.making, i.shop.Pictures, has[n], upload)
		if err != nil {
			return nil, err
		}
		if made {
			found = &has[n]
		}
		if made && named {
			break
		}
	}
	return found, nil
}

// store stores a new picture of a product.
func (i *importer) store(w *work, p picture, upload []byte) (one catalog.Image, err error) {
	if extension := path.Ext(p.Name); p.Name != "" {
		one, err = content.AddOwnPicture(i.making, i.shop.Pictures, i.storage, strings.TrimSuffix(p.Name, extension),
			strings.TrimPrefix(extension, "."), upload)
	} else {
		one, err = content.AddPicture(i.making, i.shop.Pictures, i.storage, w.key, upload)
	}
	if err != nil {
		return one, pictureFault(p.File, err)
	}
	ids, err := i.shop.Commands.Next(i.making, catalog.ImageIDs, 1)
	if err != nil {
		return one, err
	}
	one.ID, w.added = ids[0], append(w.added, one)
	return one, nil
}

// ofGone returns the values of store views that the shop has no more. Files do not show them.
func ofGone[V any](i *importer, of map[int64]V) map[int64]V {
	kept := maps.Clone(of)
	maps.DeleteFunc(kept, func(id int64, _ V) bool { return id == 0 || i.shown.views[id] != "" })
	if len(kept) == 0 {
		return nil
	}
	return kept
}

// pictureFault names the file of a refusal.
func pictureFault(name string, err error) error {
	if f, ok := fault.As(err); ok && f.Kind != fault.Internal {
		return fault.Invalidf("%s: %s", name, f.Message)
	}
	return err
}

// upload reads a file beside the import.
func (i *importer) upload(name string) ([]byte, error) {
	if i.options.Files == nil {
		return nil, fault.Invalidf("Pictures can only be read beside a file; %s cannot", name)
	}
	at := strings.TrimPrefix(strings.ReplaceAll(name, `\`, "/"), "./")
	if !fs.ValidPath(at) {
		return nil, fault.Invalidf("%s is not a path below the folder of the file", name)
	}
	file, err := i.options.Files.Open(at)
	if err != nil {
		return nil, fault.Invalidf("There is no picture %s", name)
	}
	defer file.Close()
	upload, err := io.ReadAll(io.LimitReader(file, media.MaxBytes+1))
	if err != nil {
		return nil, fault.Invalidf("%s cannot be read", name)
	}
	if len(upload) > media.MaxBytes {
		return nil, fault.Invalidf("%s has more than %d MB", name, media.MaxBytes>>20)
	}
	return upload, nil
}

// dropUnused deletes the files of pictures whose rows were refused.
func (i *importer) dropUnused(rows []*work) {
	for _, w := range rows {
		if w.outcome != failed || i.options.DryRun {
			continue
		}
		for _, one := range w.added {
			content.DropPicture(i.making, i.shop.Pictures, one)
		}
	}
}

// pictures adds the column images to a row, and saves the files. A product with a picture whose bytes are missing has no such column: an
// import would remove the picture.
func (e *exporter) pictures(ctx context.Context, v values, has catalogcommands.Scoped) error {
	if e.save == nil || has[0][gallery] == nil {
		return nil
	}
	parts, err := record.Read[catalog.Parts](record.Values{gallery: has[0][gallery]})
	if err != nil {
		return err
	}
	list := []picture{}
	for _, i := range parts.Images {
		file, err := e.shop.Pictures.Reader.MediaFile(ctx, domaincontent.Products+i.File)
		if err != nil {
			return err
		}
		name := path.Join(picturesFolder, path.Base(i.File))
		switch err := e.savePicture(ctx, file, name); {
		case errors.Is(err, media.ErrNotExist):
			return nil
		case err != nil:
			return err
		}
		p := picture{File: name, Label: i.Labels[0], Roles: i.Roles, Disabled: i.Disabled, Position: &i.Position,
			Views: e.showViews(i)}
		if !content.NamedByShop(e.storage, plainText(has[0][skuColumn]), file.File) {
			p.Name = path.Base(i.File)
		}
		for _, view := range e.views {
			if label, own := i.Labels[view.ID]; own && view.ID != 0 {
				if p.Labels == nil {
					p.Labels = map[string]string{}
				}
				p.Labels[view.Code] = label
			}
		}
		list = append(list, p)
	}
	if len(list) > 0 {
		v[images[1]] = encoded(list)
	}
	return nil
}

func (e *exporter) savePicture(ctx context.Context, file *readcatalog.MediaFile, name string) error {
	switch {
	case file == nil:
		return media.ErrNotExist
	case e.saved[name]:
		return nil
	}
	bytes, err := e.shop.Pictures.Store.Get(ctx, file.Key)
	if err != nil {
		return err
	}
	err = errors.Join(e.save(name, bytes), bytes.Close())
	e.saved[name] = err == nil
	return err
}
