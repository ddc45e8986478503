package soap

import (
	"encoding/base64"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tradelog/domain/fault"
	"tradelog/soap/wire"
)

const (
	findProduct   = "GET /product-numbers"
	picturesOf    = "GET /products/{productId}/media"
	addPicture    = "POST /products/{productId}/media"
	editPicture   = "PATCH /products/{productId}/gallery/{id}"
	removePicture = "DELETE /products/{productId}/media"
)

// The types of pictures (soap-wire §5.3).
var (
	imageEntity = &wire.Type{Name: "catalogProductImageEntity", Fields: []wire.Field{option("file", "file"), option("label", "label"),
		option("position", "position"), option("exclude", "disabled"), option("url", "url"),
		{Name: "types", Type: arrayOfString, Required: true, Of: "types"}}}
	imageTypeEntity = &wire.Type{Name: "catalogProductAttributeMediaTypeEntity", Fields: []wire.Field{required("code"), required("scope")}}
	imageFileEntity = &wire.Type{Name: "catalogProductImageFileEntity", Fields: []wire.Field{
		{Name: "content", Type: imageContent, Required: true}, required("mime"), text("name", "")}}
	// imageContent is the type of a picture in base64. Clients may send base64 text, the bytes of the picture, or the bytes of such text.
	imageContent = &wire.Type{Name: wire.String.Name, Read: inBase64}
	imageInput   = &wire.Type{Name: "catalogProductAttributeMediaCreateEntity", Fields: []wire.Field{optional("file", imageFileEntity, ""),
		text("label", ""), text("position", ""), optional("types", arrayOfString, ""), text("exclude", ""), text("remove", "")}}
)

// inBase64 encodes bytes, unless they are base64 text already, which the bytes of a picture never are.
func inBase64(v wire.Value) wire.Value {
	b, ok := v.(wire.Binary)
	if !ok {
		return v
	}
	text := strings.Join(strings.Fields(string(b)), "")
	if _, err := base64.StdEncoding.Strict().DecodeString(text); err == nil {
		return text
	}
	return base64.StdEncoding.EncodeToString([]byte(b))
}

// extensions maps the media types that clients send to formats of pictures (soap-wire §7.3).
var extensions = map[string]string{"image/jpeg": "jpg", "image/png": "png", "image/gif": "gif", "image/webp": "webp", "image/avif": "avif"}

// roles lists the roles of pictures. Other types that clients send have no effect.
var roles = []string{"image", "small_image", "thumbnail"}

// media returns the resource of the pictures of products (soap-wire §7.3).
func media() *resource {
	product := arg{Name: "productId", V2: "product", Type: wire.String}
	file, data := arg{Name: "file", Type: wire.String}, arg{Name: "data", Type: imageInput}
	store := arg{Name: "store", V2: "storeView", Type: wire.String, Optional: true}
	kind := arg{Name: "identifierType", Type: wire.String, Optional: true}
	const acl = "catalog/product/media"
	missing := map[string]int{"not found": 103}
	return &resource{
		Name: "catalog_product_attribute_media", V2: "catalogProductAttributeMedia",
		Aliases: []string{"product_attribute_media", "product_media"}, Title: "Product images API", ACL: acl,
		Named: words{"disabled": "exclude", "base64": "content", "filename": "name"},
		Faults: []soapFault{
			{Code: 100, Message: "Requested store view not found."}, {Code: 101, Message: "Product not exists."},
			{Code: 102, Message: "Invalid data given. Details in error message.", Detailed: true},
			{Code: 103, Message: "Requested image not exists in product images' gallery."},
			{Code: 104, Message: "Image creation failed. Details in error message.", Detailed: true},
			{Code: 105, Message: "Image not updated. Details in error message.", Detailed: true},
			{Code: 106, Message: "Image not removed. Details in error message.", Detailed: true},
			{Code: 107, Message: "Requested product doesn't support images"},
		},
		Methods: []*method{
			{Name: "currentStore", Title: "Set/Get current store view", Args: []arg{store}, Returns: wire.Int, Part: "storeView", Do: currentStore},
			{Name: "list", Title: "Retrieve product image list", Args: []arg{product, store, kind},
				Returns: &wire.Type{Name: "catalogProductImageEntityArray", Item: imageEntity}, Refused: map[string]int{"not found": 101},
				Uses: []string{findProduct, picturesOf}, Do: listPictures},
			{Name: "info", Title: "Retrieve product image data", Args: []arg{product, file, store, kind}, Returns: imageEntity,
				Refused: missing, Uses: []string{findProduct, picturesOf}, Do: func(c *call) (wire.Value, error) {
					_, p, err := c.picture()
					if err != nil {
						return nil, err
					}
					return showPicture(p), nil
				}},
			{Name: "types", Title: "Retrieve product image types", Args: []arg{{Name: "setId", Type: wire.String}},
				Returns: &wire.Type{Name: "catalogProductAttributeMediaTypeEntityArray", Item: imageTypeEntity},
				Uses:    []string{"GET /attribute-sets/{id}"}, Do: pictureTypes},
			{Name: "create", Title: "Upload new product image", ACL: acl + "/create", Args: []arg{product, data, store, kind},
				Returns: wire.String, Refused: map[string]int{"invalid": 104, "precondition": 104, "not found": 101, "conflict": 104},
				Uses: []string{findProduct, picturesOf, addPicture}, Do: createPicture},
			{Name: "update", Title: "Update product image", ACL: acl + "/update", Args: []arg{product, file, data, store, kind},
				Returns: wire.Boolean, Literal: wire.Int,
				Refused: map[string]int{"invalid": 105, "precondition": 105, "not found": 103, "conflict": 105},
				Uses:    []string{findProduct, picturesOf, editPicture}, Do: updatePicture},
			{Name: "remove", Title: "Remove product image", ACL: acl + "/remove", Args: []arg{product, file, kind}, Returns: wire.Boolean,
				Literal: wire.Int, Refused: map[string]int{"invalid": 106, "precondition": 106, "not found": 103, "conflict": 106},
				Uses: []string{findProduct, picturesOf, removePicture}, Do: removeOne},
		},
	}
}

// currentStore sets the store view for the rest of the request, and returns it.
func currentStore(c *call) (wire.Value, error) {
	if c.arg("store") != nil {
		id, err := c.findStore(c.arg("store"), 100)
		if err != nil {
			return nil, err
		}
		c.store = id
	}
	return c.store, nil
}

// integer matches text that is a product number unless identifierType is sku (soap-wire §7.1).
var integer = regexp.MustCompile(`^[+-]?(0|[1-9][0-9]*)$`)

// product finds the number of the product in the arguments.
func (c *call) product() (string, error) { return c.productNamed(c.text("productId")) }

// byProduct finds products by number or SKU, depending on the argument identifierType.
var byProduct = finder{findProduct, (*call).productNamed}

func (c *call) productNamed(given string) (string, error) {
	kind := c.arg("identifierType")
	if kind == "sku" || kind == nil && !integer.MatchString(given) {
		id, err := c.bySKU(given)
		if err != nil || id != "" {
			return id, err
		}
		if kind == "sku" {
			return "", c.fault(101)
		}
	}
	if n, err := strconv.ParseInt(given, 10, 64); err == nil && n > 0 {
		return strconv.FormatInt(n, 10), nil
	}
	return "", c.fault(101)
}

// bySKU returns the number of the product with a SKU; empty if there is none.
func (c *call) bySKU(sku string) (string, error) {
	answer, err := c.invoke(findProduct, input{query: map[string][]string{"sku": {sku}}})
	if fault.KindOf(err) == fault.Invalid && err != nil {
		return "", nil // no product has such text as its SKU
	}
	if err != nil || len(answer.Items) == 0 {
		return "", err
	}
	d, err := read(answer.Items[0])
	return wire.Text(shown(wire.String, d["id"])), err
}

// pictures reads the pictures of the product in the arguments.
func (c *call) pictures() (product string, store int64, all []document, err error) {
	if store, err = c.findStore(c.arg("store"), 100); err != nil {
		return "", 0, nil, err
	}
	if product, err = c.product(); err != nil {
		return "", 0, nil, err
	}
	answer, err := c.invoke(picturesOf, input{variables: map[string]string{"productId": product}, store: store,
		query: map[string][]string{"all": {"1"}}})
	if notFound(err) {
		err = c.fault(101)
	}
	if err != nil {
		return "", 0, nil, err
	}
	for _, item := range answer.Items {
		d, err := read(item)
		if err != nil {
			return "", 0, nil, err
		}
		all = append(all, d)
	}
	return product, store, all, nil
}

// pictureRef identifies a picture by its product and its number there, and has the store view.
type pictureRef struct {
	product, id string
	store       int64
}

// picture finds the picture in the arguments.
func (c *call) picture() (pictureRef, document, error) {
	product, store, all, err := c.pictures()
	if err != nil {
		return pictureRef{}, nil, err
	}
	for _, d := range all {
		if d["file"] == c.text("file") {
			return pictureRef{product, wire.Text(shown(wire.String, d["id"])), store}, d, nil
		}
	}
	return pictureRef{}, nil, c.fault(103)
}

// showPicture returns the entity of a picture, without null members.
func showPicture(d document) wire.Map {
	m := d.show(imageEntity, nil)
	for i := range m {
		if m[i].Value == nil {
			m[i].Value = ""
		}
	}
	return m
}

func listPictures(c *call) (wire.Value, error) {
	_, _, all, err := c.pictures()
	if err != nil {
		return nil, err
	}
	out := wire.List{}
	for _, d := range all {
		out = append(out, showPicture(d))
	}
	return out, nil
}

// pictureTypes lists the roles of pictures. An attribute set that does not exist has none.
func pictureTypes(c *call) (wire.Value, error) {
	_, err := c.invoke("GET /attribute-sets/{id}", input{variables: map[string]string{"id": c.number("setId")}})
	out := wire.List{}
	if notFound(err) {
		return out, nil
	}
	if err != nil {
		return nil, err
	}
	for _, role := range roles {
		out = append(out, wire.Map{{Name: "code", Value: role}, {Name: "scope", Value: "store"}})
	}
	return out, nil
}

// upload is an uploaded picture. encoded is empty: the arguments have none.
type upload struct{ encoded, extension, name string }

// upload checks the sent file. bad is the detail for invalid base64.
func (c *call) upload(data wire.Map, bad string) (u upload, err error) {
	sent, _ := data.Get("file")
	file, _ := sent.(wire.Map)
	part := func(name string) string {
		v, _ := file.Get(name)
		return wire.Text(v)
	}
	if part("content") == "" || part("mime") == "" {
		return u, nil
	}
	known := false
	if u.extension, known = extensions[strings.ToLower(strings.TrimSpace(part("mime")))]; !known {
		return u, c.method.resource.fault(102, "Invalid image type.")
	}
	u.encoded, u.name = strings.Join(strings.Fields(part("content")), ""), part("name")
	if _, err := base64.StdEncoding.Strict().DecodeString(u.encoded); err != nil {
		return u, c.method.resource.fault(102, bad)
	}
	return u, nil
}

// members returns the members of the body from the arguments.
func members(data wire.Map) map[string]any {
	out := map[string]any{}
	if v, ok := data.Get("label"); ok {
		out["label"] = v
	}
	if v, ok := data.Get("position"); ok && wire.Text(v) != "" {
		out["position"] = wire.Int.Coerce(v)
	}
	if v, ok := data.Get("exclude"); ok {
		out["disabled"] = wire.Boolean.Coerce(v)
	}
	if v, ok := data.Get("types"); ok {
		types := []string{}
		for _, t := range entries(v) {
			if role := wire.Text(t); slices.Contains(roles, role) && !slices.Contains(types, role) {
				types = append(types, role)
			}
		}
		out["types"] = types
	}
	return out
}

func createPicture(c *call) (wire.Value, error) {
	store, err := c.findStore(c.arg("store"), 100)
	if err != nil {
		return nil, err
	}
	product, err := c.product()
	if err != nil {
		return nil, err
	}
	variables := map[string]string{"productId": product}
	if _, err := c.invoke(picturesOf, input{variables: variables}); err != nil { // an unknown product is reported before errors in the picture
		return nil, err
	}
	data, _ := c.arg("data").(wire.Map)
	u, err := c.upload(data, "The image contents is not valid base64 data.")
	if err != nil {
		return nil, err
	}
	if u.encoded == "" {
		return nil, c.method.resource.fault(102, "The image is not specified.")
	}
	sent := members(data)
	sent["base64"] = u.encoded
	if u.name != "" {
		sent["filename"] = u.name
	}
	if _, given := sent["disabled"]; !given {
		sent["disabled"] = true
	}
	answer, err := c.invoke(addPicture, input{variables: variables, store: store, body: sent,
		query: map[string][]string{"format": {u.extension}}})
	if err != nil {
		return nil, err
	}
	d, err := read(answer.Item)
	return shown(wire.String, d["file"]), err
}

func updatePicture(c *call) (wire.Value, error) {
	at, _, err := c.picture()
	if err != nil {
		return nil, err
	}
	data, _ := c.arg("data").(wire.Map)
	u, err := c.upload(data, "Image content is not valid base64 data.")
	if err != nil {
		return nil, err
	}
	sent := members(data)
	if u.encoded != "" {
		sent["base64"] = u.encoded
	}
	_, err = c.invoke(editPicture, input{variables: map[string]string{"productId": at.product, "id": at.id}, store: at.store, body: sent})
	return true, err
}

func removeOne(c *call) (wire.Value, error) {
	at, _, err := c.picture()
	if err != nil {
		return nil, err
	}
	_, err = c.invoke(removePicture, input{variables: map[string]string{"productId": at.product},
		query: map[string][]string{"valueId": {at.id}}})
	return true, err
}
