package mails

import (
	"context"
	"encoding/base64"
	"strings"

	"tradelog/domain/letter"
	"tradelog/domain/record"
	"tradelog/domain/settings"
	"tradelog/eventstore"
)

// templatesOf returns the identifiers of the merchants' templates of a kind.
func (d *Composer) templatesOf(ctx context.Context, kind string) ([]int64, error) {
	ids := []int64{}
	if d.Templates == nil {
		return ids, nil
	}
	all, err := d.Templates(ctx)
	for _, t := range all {
		if t.Kind == kind {
			ids = append(ids, t.ID)
		}
	}
	return ids, err
}

// templatesAt returns the merchants' templates for an e-mail of the outbox, as they were when its event happened. A later change of a
// template does not change the e-mail.
func (d *Composer) templatesAt(ctx context.Context, l entry) (all []letter.Template, err error) {
	for _, id := range l.templates {
		t, found, err := d.templateAt(ctx, id, l.position)
		if err != nil {
			return nil, err
		}
		if found {
			all = append(all, t)
		}
	}
	return all, nil
}

// templateAt returns a merchant's template as it was at a position of the log; 0 means now. found is false if there was none.
func (d *Composer) templateAt(ctx context.Context, id int64, until eventstore.Position) (t letter.Template, found bool, err error) {
	state := record.New("")
	for from := eventstore.Revision(0); ; {
		read, err := d.Store.ReadStream(ctx, letter.Templates.Stream(id), from, eventstore.Forwards, 100)
		if err != nil {
			return t, false, err
		}
		earlier := read
		for i, r := range read {
			if until != 0 && r.Position > until {
				earlier = read[:i]
				break
			}
		}
		events, err := d.Codec.DecodeAll(ctx, earlier, false)
		if err != nil {
			return t, false, err
		}
		for _, e := range events {
			state = record.Evolve(state, e)
		}
		if len(earlier) < len(read) || len(read) == 0 {
			break
		}
		from = read[len(read)-1].Revision + 1
	}
	if !state.Live() {
		return t, false, nil
	}
	t, err = record.Read[letter.Template](state.Values[0])
	return t, err == nil, err
}

// render makes the e-mail with the template that letter.Choose selects. If a merchant's template fails with these values, although it was
// checked, the shop's own is used instead.
func (d *Composer) render(
	ctx context.Context, form *letter.Form, at letterStore, templates []letter.Template, values any,
) (letter.Content, error) {
	language := at.locale.Language()
	values = d.withLogo(ctx, form, at, values)
	chosen := letter.Choose(templates, form.Name, at.storeID, language)
	content, err := form.Render(language, chosen.Content(), values)
	if err != nil && chosen.Kind != "" {
		d.Logger.Warn("a template of e-mails fails; the shop's own is used", "kind", form.Name, "template", chosen.ID, "error", err)
		return form.Render(language, letter.Content{}, values)
	}
	return content, err
}

// withLogo returns values whose e-mail shows the store's logo, if there is one.
func (d *Composer) withLogo(ctx context.Context, form *letter.Form, at letterStore, values any) any {
	if picture, width := d.logo(ctx, at); picture != nil {
		return form.WithLogo(values, width)
	}
	return values
}

// logo returns the picture of the store's logo, and the width at which e-mails show it; nil if there is none.
func (d *Composer) logo(ctx context.Context, at letterStore) ([]byte, int) {
	path := at.config.Text(settings.Logo)
	if d.Options.Logo == nil || path == "" {
		return nil, 0
	}
	return d.Options.Logo(ctx, path)
}

// shown returns an e-mail as a page outside of mail programs: the logo is in the page itself.
func (d *Composer) shown(ctx context.Context, at letterStore, content letter.Content) letter.Content {
	if picture, _ := d.logo(ctx, at); picture != nil {
		content.HTML = strings.ReplaceAll(content.HTML, `src="cid:`+letter.LogoID+`"`,
			`src="data:image/jpeg;base64,`+base64.StdEncoding.EncodeToString(picture)+`"`)
	}
	return content
}
