package parts

import (
	"cmp"
	"context"

	"tradelog/domain/catalog"
	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/operations"
	"tradelog/readmodels/documents"
)

// downloadResource is the resource of the files that the buyer of a product can download.
var downloadResource = &operations.Resource{
	Name: "DownloadableLink", Section: "catalog", Permission: "products", ACL: "catalog/products", Label: "product",
	Doc: "A file or link that the buyer of a downloadable product receives.",
	For: &operations.Trait{Member: "type", Value: "downloadable"},
}

type downloadFields struct {
	Title      *string        `json:"title" doc:"title"`
	Price      *money.Decimal `json:"price" doc:"surcharge if links are sold separately; 0 by default"`
	SortOrder  *int64         `json:"sortOrder" alias:"sort_order" doc:"position among the links; 0 by default"`
	Limit      *int64         `json:"numberOfDownloads" alias:"number_of_downloads" doc:"downloads per unit bought; 0 for no limit; as configured by default"`
	Shareable  *int64         `json:"isShareable" alias:"is_shareable" enum:"0,1,2" doc:"allowed to download: 0 the customer, 1 everybody with the link, 2 as configured"`
	URL        *string        `json:"linkUrl" longest:"2048" alias:"link_url" doc:"URL of the file; required if linkType is url"`
	SampleType *string        `json:"sampleType" alias:"sample_type" doc:"url if there is a sample, else empty"`
	SampleURL  *string        `json:"sampleUrl" longest:"2048" alias:"sample_url" doc:"URL of the sample; empty clears it"`
}

type newDownload struct {
	partPath
	downloadFields
	LinkType *string `json:"linkType" alias:"link_type" enum:"url,file" doc:"url by default"`
}

type changedDownload struct {
	partPath
	downloadFields
	LinkID *int64 `json:"linkId" alias:"link_id,id" required:"true" doc:"ID of the link"`
}

type unwantedDownload struct {
	partPath
	LinkID *int64 `json:"linkId" alias:"link_id" doc:"ID of the link"`
	Asked  *int64 `query:"linkId" doc:"ID of the link, if the body does not have it"`
}

var (
	errNoDownload = fault.NotFoundf("Downloadable link not found")
	errNoLinkID   = fault.Invalidf("linkId is required").About(fault.Required, "linkId")
)

func (f downloadFields) in(d catalog.Download) catalog.Download {
	put(&d.Title, f.Title)
	put(&d.Price, f.Price)
	put(&d.SortOrder, f.SortOrder)
	put(&d.Limit, f.Limit)
	put(&d.Shareable, f.Shareable)
	put(&d.URL, f.URL)
	return d
}

// downloads returns the operations of shapes-catalog §8.
func (h *handlers) downloads() []*operations.Operation {
	p := &part[catalog.Download, documents.DownloadableLink]{
		in: h, resource: downloadResource, path: "downloadable-links", scope: ofViews, reads: operations.Public,
		field: func(p *catalog.Parts) *[]catalog.Download { return &p.Downloads },
		order: func(a, b catalog.Download) int { return cmp.Compare(a.SortOrder, b.SortOrder) },
		show: func(s *shown, d catalog.Download) (documents.DownloadableLink, bool) {
			doc := documents.DownloadableLink{
				Type: downloadResource.Name, ID: d.ID, Title: d.Title, Price: *s.Amount(&d.Price), SortOrder: d.SortOrder, Limit: d.Limit,
				Shareable: d.Shareable, LinkType: d.Type,
			}
			if s.Backend && d.URL != "" {
				doc.URL = &d.URL
			}
			if d.SampleURL != "" {
				doc.SampleType, doc.SampleURL = &d.SampleType, &d.SampleURL
			}
			return doc, true
		},
	}
	return []*operations.Operation{
		p.list("List the links of a downloadable product",
			"Lists the downloadable links, by sort order. Only the back office sees their URLs."),
		answeringOne(p, operations.Create, "POST", naming{"", "create downloadable link", "Add a link to a downloadable product",
			"Adds a downloadable link. The sample is stored if sampleType is url."},
			func(ctx context.Context, c *operations.Call, in newDownload) (e edit[catalog.Download], err error) {
				most := int64(c.Config().Int("catalog/downloadable/downloads_number"))
				link := in.in(catalog.Download{Type: "url", Shareable: 2, Limit: most})
				put(&link.Type, in.LinkType)
				if in.SampleType != nil && *in.SampleType == "url" && in.SampleURL != nil && *in.SampleURL != "" {
					link.SampleType, link.SampleURL = "url", *in.SampleURL
				}
				if err := link.Check(); err != nil {
					return e, err
				}
				link.ID, err = h.nextID(ctx, catalog.DownloadIDs)
				return adding(link), err
			}),
		answeringList(p, operations.Update, "PUT", naming{"", "update downloadable link", "Change a link of a downloadable product",
			"Changes what is sent of the link that linkId names, except its type. The answer is all links."},
			func(_ context.Context, _ *operations.Call, in changedDownload) (e edit[catalog.Download], err error) {
				if in.LinkID == nil {
					return e, errNoLinkID
				}
				return changing(errNoDownload, func(d catalog.Download) bool { return d.ID == *in.LinkID },
					func(d catalog.Download) (catalog.Download, error) {
						d = in.in(d)
						switch {
						case in.SampleURL == nil:
						case *in.SampleURL == "":
							d.SampleType, d.SampleURL = "", ""
						default:
							d.SampleType, d.SampleURL = "url", *in.SampleURL
						}
						return d, nil
					}), nil
			}),
		deleting(p, naming{"", "delete downloadable link", "Delete a link of a downloadable product", "Removes the link that linkId names."},
			func(_ context.Context, _ *operations.Call, in unwantedDownload) (e edit[catalog.Download], err error) {
				id := cmp.Or(in.LinkID, in.Asked)
				if id == nil {
					return e, errNoLinkID
				}
				return without(errNoDownload, func(d catalog.Download) bool { return d.ID == *id }), nil
			}),
	}
}
