package mails

import (
	"context"
	"encoding/base64"
	"strings"

	"tradelog/domain/fault"
	"tradelog/domain/letter"
	"tradelog/domain/record"
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
		state := record.New("")
		for from := eventstore.Revision(0); ; {
			found, err := d.Store.ReadStream(ctx, letter.Templates.Stream(id), from, eventstore.Forwards, 100)
			if err != nil {
				return nil, err
			}
			earlier := found
			for i, r := range found {
				if r.Position > l.position {
					earlier = found[:i]
					break
				}
			}
			events, err := d.Codec.DecodeAll(ctx, earlier, false)
			if err != nil {
				return nil, err
			}
			for _, e := range events {
				state = record.Evolve(state, e)
			}
			if len(earlier) < len(found) || len(found) == 0 {
				break
			}
			from = found[len(found)-1].Revision + 1
		}
		if !state.Live() {
			continue
		}
		t, err := record.Read[letter.Template](state.Values[0])
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, nil
}

// render makes the e-mail with the template that letter.Choose selects. If a merchant's template fails with these values, although it was
// checked, the shop's own is used instead.
func (d *Composer) render(form *letter.Form, at place, templates []letter.Template, values any) (letter.Content, error) {
	language := at.locale.Language()
	if picture, width := d.logo(at); picture != nil {
		values = form.WithLogo(values, width)
	}
	chosen := letter.Choose(templates, form.Name, at.storeID, language)
	content, err := form.Render(language, chosen.Content(), values)
	if err != nil && chosen.Kind != "" {
		d.Logger.Warn("a template of e-mails fails; the shop's own is used", "kind", form.Name, "template", chosen.ID, "error", err)
		return form.Render(language, letter.Content{}, values)
	}
	return content, err
}

// logo returns the picture of the store's logo, and the width at which e-mails show it; nil if there is none.
func (d *Composer) logo(at place) ([]byte, int) {
	path := at.config.Text("sales/identity/logo")
	if d.Options.Logo == nil || path == "" {
		return nil, 0
	}
	return d.Options.Logo(path)
}

// shown returns an e-mail as a page outside of mail programs: the logo is in the page itself.
func (d *Composer) shown(at place, content letter.Content) letter.Content {
	if picture, _ := d.logo(at); picture != nil {
		content.HTML = strings.ReplaceAll(content.HTML, `src="cid:`+letter.LogoID+`"`,
			`src="data:image/jpeg;base64,`+base64.StdEncoding.EncodeToString(picture)+`"`)
	}
	return content
}

// Sample renders a kind of e-mail of a store view with made-up values and the present templates.
func (d *Composer) Sample(ctx context.Context, kind string, storeID int64) (letter.Content, error) {
	k, ok := d.kinds[kind]
	if !ok {
		return letter.Content{}, fault.NotFoundf("There is no e-mail %q", kind)
	}
	shop, err := d.Shop(ctx)
	if err != nil {
		return letter.Content{}, err
	}
	var templates []letter.Template
	if d.Templates != nil {
		if templates, err = d.Templates(ctx); err != nil {
			return letter.Content{}, err
		}
	}
	at := placeOf(shop, storeID)
	content, err := d.render(k.Form, at, templates, k.Form.SampleOf(at.locale, at.letterhead()))
	return d.shown(at, content), err
}
