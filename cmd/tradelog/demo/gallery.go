package demo

import (
	"context"
	"encoding/hex"
	"errors"
	"image/color"

	"tradelog/adapters/media"
	"tradelog/commands"
	"tradelog/domain/catalog"
	"tradelog/domain/record"
	"tradelog/domain/settings"
	"tradelog/operations/content"
)

// drawnMark is the configuration path that records that products have their pictures.
const drawnMark = "demo/seed/pictures"

// Pictures draws the products of a seeded shop. It takes some seconds, and the shop can be used meanwhile. Products of one shape and colour
// share a drawing. Pictures of an earlier run stay unchanged.
func Pictures(ctx context.Context, target Shop) error {
	ctx = commands.WithCause(ctx, commands.Cause{Actor: maker})
	shop, err := target.DirectoryReader.Shop(ctx)
	if err != nil {
		return err
	}
	config := shop.Settings.In(0)
	if config.Flag(drawnMark) {
		return nil
	}
	german, _ := shop.FindStore("de")
	if err := paint(ctx, target, config, german.ID, allGoods()); err != nil {
		return err
	}
	return target.Stores.SetConfig(ctx, settings.Default, map[string]string{drawnMark: "1"})
}

// paint gives products their pictures.
func paint(ctx context.Context, target Shop, config settings.View, german int64, goods []good) error {
	drawings := map[string][]byte{}
	for _, g := range goods {
		if err := ctx.Err(); err != nil {
			return err
		}
		key := g.shape + " " + g.colour
		if drawings[key] == nil {
			p, err := media.Encode(picture(g.shape, tint(g.colour), key), media.WebP, 80)
			if err != nil {
				return err
			}
			drawings[key] = p.Content
		}
		if err := addPicture(ctx, target, config, g, drawings[key], german); err != nil {
			return err
		}
	}
	return nil
}

// addPicture gives a product its picture, unless it has one.
func addPicture(ctx context.Context, target Shop, config settings.View, g good, drawing []byte, german int64) error {
	known, err := target.Catalog.ProductOfSKU(ctx, g.sku)
	if errors.Is(err, record.ErrNotFound) || err == nil && known.Values[0]["mediaGallery"] != nil {
		return nil // the product was deleted, or has pictures
	}
	if err != nil {
		return err
	}
	one, err := content.AddPicture(ctx, target.Pictures, config, g.sku, drawing)
	if err != nil {
		return err
	}
	ids, err := target.Catalog.Next(ctx, catalog.ImageIDs, 1)
	if err != nil {
		return err
	}
	one.ID, one.Position, one.Roles = ids[0], 1, catalog.ImageRoles
	one = one.Named(0, g.name).Named(german, g.german)
	_, err = target.Catalog.ChangeParts(ctx, known.ID, "ChangeProduct", func(p *catalog.Product) error {
		if len(p.Images) == 0 {
			p.Images = []catalog.Image{one}
		}
		return nil
	})
	if err != nil {
		content.DropPicture(context.WithoutCancel(ctx), target.Pictures, one)
	}
	return err
}

// tint returns a colour by its name.
func tint(name string) color.RGBA {
	for _, c := range colours {
		if c.label == name {
			if b, err := hex.DecodeString(c.swatch[1:]); err == nil {
				return color.RGBA{b[0], b[1], b[2], 255}
			}
		}
	}
	return color.RGBA{138, 141, 143, 255}
}
