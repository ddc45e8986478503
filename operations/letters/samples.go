package letters

import (
	"context"
	"strings"

	"tradelog/domain/fault"
	"tradelog/domain/letter"
	"tradelog/operations"
)

// Sample writes an e-mail of a store view with made-up values.
type Sample func(ctx context.Context, kind string, storeID int64) (letter.Content, error)

var sampleResource = &operations.Resource{Name: "EmailSample", Section: "content", Label: "e-mail",
	Doc: "An e-mail with made-up values, to look at."}

// Samples declares the operation that shows e-mails with made-up values. It has no route.
func Samples(sample Sample) []*operations.Operation {
	return []*operations.Operation{operations.Define(operations.Operation{
		Resource: sampleResource, Unrouted: "mail.sample", Verb: operations.Get, Auth: operations.OperatorOnly, Summary: "Show an e-mail",
		Doc: "Returns an e-mail as a store view sends it, with made-up values, or the shop's own template in the store view's language.",
	}, func(ctx context.Context, c *operations.Call, in sampleInput) (sampleDocument, error) {
		store, found := c.Shop.Default()
		if in.Store != "" {
			if store, found = c.Shop.FindStore(in.Store); !found {
				return sampleDocument{}, fault.NotFoundf("There is no store view %s; tradelog stores list view shows them", in.Store)
			}
		}
		form, known := letter.Find(in.Kind)
		if !known {
			const refusal = "There is no e-mail %s; the kinds are %s, and all for every kind"
			return sampleDocument{}, fault.NotFoundf(refusal, in.Kind, strings.Join(letter.Kinds(), ", "))
		}
		if in.Source {
			return sampleDocument(form.Source(c.Shop.Locale(store.ID).Language())), nil
		}
		content, err := sample(ctx, in.Kind, store.ID)
		return sampleDocument(content), err
	})}
}

type sampleInput struct {
	Kind   string `query:"kind" doc:"kind of e-mail, such as order"`
	Store  string `query:"store" doc:"code or number of the store view; the default one by default"`
	Source bool   `query:"source" doc:"the template instead of an e-mail"`
}

type sampleDocument struct {
	Subject string `json:"subject"`
	Text    string `json:"text"`
	HTML    string `json:"html"`
}
