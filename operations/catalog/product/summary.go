package product

import (
	"context"
	"encoding/json"
	"slices"

	"tradelog/domain/content"
	"tradelog/operations"
	readcatalog "tradelog/readmodels/catalog"
	"tradelog/readmodels/documents"
)

// Summary is a short form of a product for a caller in a store view.
type Summary struct {
	documents.ProductSummary
	Type    string
	Visible bool   // it is on sale, and lists or searches show it
	InStock bool   // it can be bought
	Picture string // URL of a picture of at most 300 pixels each way; empty without one
}

// preview is the size of the picture of a Summary.
const preview = "300x300"

// Summarise returns summaries of products of one store view for the caller, by number. Of their documents it needs the URL key.
func Summarise(
	ctx context.Context, c *operations.Call, r *readcatalog.Reader, products map[int64]*readcatalog.Product,
) map[int64]Summary {
	v := ViewOf(ctx, c, r)
	sized := slices.Contains(c.Config().Codes("system/media_storage_configuration/image_sizes"), preview)
	out := make(map[int64]Summary, len(products))
	for id, p := range products {
		s := Summary{ProductSummary: v.summary(p), Type: p.Type, Visible: p.Enabled && (p.InCatalog || p.InSearch), InStock: v.available(p)}
		if small := p.Terms.Images.Small; small != "" && sized {
			s.Picture = documents.MediaURL(v.Text.MediaURL, content.Products+"/cache/"+preview+small)
		} else if s.SmallImageURL != nil {
			s.Picture = *s.SmallImageURL
		}
		out[id] = s
	}
	return out
}

// summary shows a product beside others.
func (v View) summary(p *readcatalog.Product) documents.ProductSummary {
	var doc struct {
		URLKey string `json:"urlKey"`
	}
	_ = json.Unmarshal(p.Doc, &doc)
	pictures := v.pictures(p)
	return documents.ProductSummary{
		ID: p.ID, SKU: p.SKU, Name: p.Name, URLKey: doc.URLKey, Price: v.Amount(p.Price), SpecialPrice: v.Amount(p.SpecialPrice),
		FinalPrice: v.final(p), StockStatus: v.availability(p).StockStatus, ImageURL: pictures.ImageURL,
		SmallImageURL: pictures.SmallImageURL, ThumbnailURL: pictures.ThumbnailURL,
	}
}
