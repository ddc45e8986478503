package parts

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"slices"

	"tradelog/adapters/media"
	"tradelog/domain"
	"tradelog/domain/catalog"
	domaincontent "tradelog/domain/content"
	"tradelog/domain/fault"
	"tradelog/domain/record"
	"tradelog/operations"
	"tradelog/operations/catalog/input"
	operationscontent "tradelog/operations/content"
	"tradelog/readmodels/documents"
)

// mediaResource is the resource of products' pictures.
var mediaResource = &operations.Resource{
	Name: "ProductMedia", Section: "catalog", Permission: "products", ACL: "catalog/products", Label: "product",
	Doc: "A picture of a product. Its types are its roles: image, small_image and thumbnail.",
}

type imageFields struct {
	Label    *string   `json:"label" doc:"alternative text, in the named store view or else in all; empty clears it"`
	Position *int64    `json:"position" doc:"position in the gallery, in the named store view or else in all"`
	Disabled *bool     `json:"disabled" doc:"whether the gallery hides it, in the named store view or else in all"`
	Types    *[]string `json:"types" enum:"image,small_image,thumbnail" doc:"roles, in the named store view or else in all; they are taken from other pictures"`
}

type newImage struct {
	partPath
	ownName
	imageFields
	Base64 *string `json:"base64" longest:"body" alias:"imageData,image_data" lines:"own" doc:"picture in base64"`
	URL    *string `json:"imageUrl" longest:"2048" alias:"image_url" doc:"public address of the picture, if there is no base64"`
	Name   *string `json:"filename" doc:"file name; the stored name is derived from the SKU"`
}

// ownName holds the name and format under which a picture is stored.
type ownName struct {
	Format string `query:"format" enum:"jpg,png,gif,webp,avif" doc:"target format; keeps filename; without it the shop decides name and format"`
}

type gallery struct {
	partPath
	All bool `query:"all" doc:"include disabled pictures; back office only"`
}

type editedImage struct {
	partPath
	imageFields
	ID     int64   `path:"id" doc:"ID of the picture"`
	Base64 *string `json:"base64" longest:"body" lines:"own" doc:"new picture for the same file, in base64"`
}

type changedImage struct {
	partPath
	imageFields
	ID *int64 `json:"valueId" alias:"value_id,id" required:"true" doc:"ID of the picture"`
}

type unwantedImage struct {
	partPath
	ID    *int64 `json:"valueId" alias:"value_id,id" doc:"ID of the picture"`
	Asked *int64 `query:"valueId" doc:"ID of the picture, if the body does not have it"`
}

// The refusals (shapes-catalog §2).
var (
	errNoUpload = fault.Invalidf("Either base64, imageData, or imageUrl is required").About(fault.Required, "base64")
	errBase64   = fault.Invalidf("Invalid base64 image data").About(fault.Format, "base64")
	errNoImage  = fault.Invalidf("Uploaded data is not a valid JPEG, PNG, GIF, WEBP or AVIF image").About(fault.Format, "base64")
	errNoValue  = fault.Invalidf("valueId is required").About(fault.Required, "valueId")
)

// in applies the sent members to a picture.
func (f imageFields) in(i catalog.Image, storeID int64) catalog.Image {
	if f.Position != nil {
		i = i.Placed(storeID, *f.Position)
	}
	if f.Disabled != nil {
		i = i.Hidden(storeID, *f.Disabled)
	}
	if f.Label != nil {
		i = i.Named(storeID, *f.Label)
	}
	return i
}

// types returns the roles that were sent.
func (f imageFields) types() ([]string, error) {
	if f.Types == nil {
		return nil, nil
	}
	return *f.Types, catalog.CheckRoles(*f.Types)
}

// content returns the uploaded bytes. It fails if they are missing or no base64.
func (in newImage) content(ctx context.Context) ([]byte, error) {
	switch {
	case in.Base64 != nil && *in.Base64 != "":
		content, err := base64.StdEncoding.Strict().DecodeString(*in.Base64)
		if err != nil {
			return nil, errBase64
		}
		return content, nil
	case in.URL != nil && *in.URL != "":
		return media.Fetch(ctx, *in.URL)
	}
	return nil, errNoUpload
}

// media returns the operations of shapes-catalog §2.
func (h *handlers) media() []*operations.Operation {
	p := &part[catalog.Image, documents.ProductMedia]{
		in: h, resource: mediaResource, path: "media", shared: true, scope: ofViews, reads: operations.Public,
		maxBody: media.MaxBytes/3*4 + 1<<20,
		field:   func(p *catalog.Parts) *[]catalog.Image { return &p.Images },
		within:  catalog.GalleryIn,
		order:   func(a, b catalog.Image) int { return cmp.Compare(a.Position, b.Position) },
		show: func(s *shown, i catalog.Image) (documents.ProductMedia, bool) {
			types := i.Roles
			if types == nil {
				types = []string{}
			}
			return documents.ProductMedia{
				Type: mediaResource.Name, ID: i.ID, File: i.File, URL: documents.MediaURL(s.Text.MediaURL, domaincontent.Products+i.File),
				Label: documents.Optional(i.Label(s.store)), Position: i.Position, Disabled: i.Disabled, Types: types,
			}, s.single || !i.Disabled
		},
	}
	whole := p.operation(operations.Update, "PATCH", "write", naming{summary: "Change a picture of a product with its file",
		doc: "Changes only what is sent. types replaces the picture's types. base64 replaces the picture; its file keeps path and format."})
	whole.Path, whole.Extra, whole.Tool.None = "/products/{productId}/gallery/{id}", true, true
	return []*operations.Operation{
		operations.Define(p.listing("List the pictures of a product",
			"Lists the enabled pictures of the gallery, by position."),
			func(ctx context.Context, c *operations.Call, in gallery) (*documents.Page[documents.ProductMedia], error) {
				return p.listed(ctx, c, &shown{single: in.All && c.BackendReader("products")})
			}),
		operations.Define(whole, func(ctx context.Context, c *operations.Call, in editedImage) (*documents.Page[documents.ProductMedia], error) {
			if err := h.editImage(ctx, c, in); err != nil {
				return nil, err
			}
			product, err := h.commands.Product(ctx, in.ProductID)
			if err != nil {
				return nil, err
			}
			parts, err := record.Read[catalog.Parts](record.Values{"mediaGallery": product.Values[0]["mediaGallery"]})
			if err != nil {
				return nil, err
			}
			docs, err := p.docs(ctx, c, &shown{id: in.ProductID, single: true}, parts)
			return documents.All(docs), err
		}),
		answeringOne(p, operations.Create, "POST", naming{"", "upload image", "Add a picture to a product",
			"Stores a picture: JPEG, PNG, GIF, WebP or AVIF of at most 20 MB and 40 megapixels, as base64 or from a public address. It is " +
				"converted into the configured format. Without position it comes last."}, h.addImage),
		answeringList(p, operations.Update, "PUT", naming{"", "update image", "Change a picture of a product",
			"Changes what is sent of the picture that valueId names. Types are added, and taken from other pictures. The answer is the gallery."},
			h.changeImage),
		deleting(p, naming{"", "delete image", "Delete a picture of a product", "Removes the picture that valueId names, with its file."},
			func(_ context.Context, _ *operations.Call, in unwantedImage) (e edit[catalog.Image], err error) {
				id := cmp.Or(in.ID, in.Asked)
				if id == nil {
					return e, errNoValue
				}
				return without(catalog.ErrNotInGallery, func(i catalog.Image) bool { return i.ID == *id }), nil
			}),
	}
}

func (h *handlers) addImage(ctx context.Context, c *operations.Call, in newImage) (e edit[catalog.Image], err error) {
	roles, err := in.types()
	if err != nil {
		return e, err
	}
	upload, err := in.content(ctx)
	if err != nil {
		return e, err
	}
	product, err := h.commands.Product(ctx, in.ProductID)
	if err != nil {
		return e, err
	}
	var sku string
	if err := json.Unmarshal(product.Values[0]["sku"], &sku); err != nil {
		return e, err
	}
	var image catalog.Image
	if in.Format == "" {
		image, err = operationscontent.AddPicture(ctx, h.pictures, c.Config(), sku, upload)
	} else {
		image, err = operationscontent.AddOwnPicture(ctx, h.pictures, c.Config(), cmp.Or(domain.Value(in.Name), "image"), in.Format, upload)
	}
	if errors.Is(err, media.ErrMIME) || errors.Is(err, media.ErrInvalid) {
		err = errNoImage
	}
	if err != nil {
		return e, err
	}
	if image.ID, err = h.nextID(ctx, catalog.ImageIDs); err != nil {
		return e, err
	}
	// A new picture has a position and is visible in all store views. Its label and types are set in the store view that the request names.
	store := input.Written(c)
	put(&image.Position, in.Position)
	put(&image.Disabled, in.Disabled)
	image = imageFields{Label: in.Label}.in(image, store)
	return edit[catalog.Image]{
		to: func(_ *catalog.Product, list []catalog.Image) ([]catalog.Image, error) {
			if in.Position == nil {
				image.Position = catalog.NextPosition(list)
			}
			list = append(list, image)
			catalog.GiveRolesIn(store, list, image.ID, roles)
			return list, nil
		},
		one:  last[catalog.Image],
		undo: func(ctx context.Context) { operationscontent.DropPicture(ctx, h.pictures, image) },
	}, nil
}

// editImage changes a picture and, if one was sent, the bytes of its file.
func (h *handlers) editImage(ctx context.Context, c *operations.Call, in editedImage) error {
	source := ""
	if in.Base64 != nil {
		upload, err := newImage{Base64: in.Base64}.content(ctx)
		if err != nil {
			return err
		}
		product, err := h.commands.Product(ctx, in.ProductID)
		if err != nil {
			return err
		}
		parts, err := record.Read[catalog.Parts](record.Values{"mediaGallery": product.Values[0]["mediaGallery"]})
		if err != nil {
			return err
		}
		image, ok := domain.Find(parts.Images, func(i catalog.Image) bool { return i.ID == in.ID })
		if !ok {
			return catalog.ErrNotInGallery
		}
		if err := operationscontent.ReplacePicture(ctx, h.pictures, c.Config(), image, upload); err != nil {
			if errors.Is(err, media.ErrMIME) || errors.Is(err, media.ErrInvalid) {
				err = errNoImage
			}
			return err
		}
		source = operationscontent.Source(upload)
	}
	roles, err := in.types()
	if err != nil {
		return err
	}
	store := input.Written(c)
	_, err = h.changeParts(ctx, c, "update image", func(p *catalog.Product) error {
		at := slices.IndexFunc(p.Images, func(i catalog.Image) bool { return i.ID == in.ID })
		if at < 0 {
			return catalog.ErrNotInGallery
		}
		p.Images = slices.Clone(p.Images)
		p.Images[at] = in.in(p.Images[at], store)
		p.Images[at].Source = cmp.Or(source, p.Images[at].Source)
		if in.Types != nil {
			catalog.TakeRolesIn(store, p.Images, in.ID)
			catalog.GiveRolesIn(store, p.Images, in.ID, roles)
		}
		return nil
	})
	return err
}

func (h *handlers) changeImage(_ context.Context, c *operations.Call, in changedImage) (e edit[catalog.Image], err error) {
	if in.ID == nil {
		return e, errNoValue
	}
	roles, err := in.types()
	if err != nil {
		return e, err
	}
	store := input.Written(c)
	return edit[catalog.Image]{to: func(_ *catalog.Product, list []catalog.Image) ([]catalog.Image, error) {
		at := slices.IndexFunc(list, func(i catalog.Image) bool { return i.ID == *in.ID })
		if at < 0 {
			return nil, catalog.ErrNotInGallery
		}
		list[at] = in.in(list[at], store)
		catalog.GiveRolesIn(store, list, *in.ID, roles)
		return list, nil
	}}, nil
}
