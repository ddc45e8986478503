package bench

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"image"
	"strings"

	"tradelog/adapters/media"
	"tradelog/cmd/tradelog/demo"
	"tradelog/domain/access"
	"tradelog/operations/passwords"
)

// The name and key of the API user of the measurement, and the number of pictures of the measured product.
const (
	apiUser  = "bench"
	apiKey   = "bench-key"
	pictured = 5
)

// soap measures the list of a product's pictures over SOAP beside that of REST.
func (s *Suite) soap(ctx context.Context) {
	s.say("SOAP")
	database := s.seeded(ctx, "soap", demo.Size{Products: 100})
	s.change(ctx, database, func(a *Shop) {
		switchOn(ctx, a, "soap", "v2_soap")
		role := must(a.Access.SaveRole(ctx, 0, apiUser, false, []string{"all"}, a.KnownGrant(false)))
		must(a.Access.CreateAccount(ctx, access.AccountCreated{Kind: access.API, Username: apiUser,
			KeyHash: passwords.HashKey(apiKey), RoleID: role}))
	})
	target := s.target(ctx, database)
	c := must(newClient(target.URL))
	product := must(stockedArticles(c))[0]
	drawn := must(media.Encode(image.NewNRGBA(image.Rect(0, 0, 40, 30)), media.PNG, 0))
	pictures := fmt.Sprintf("%s/products/%d/media", api, product.ID)
	for i := range pictured {
		_, _, err := c.Once(request{Method: "POST", Path: pictures, Header: target.authorization(), Want: 201,
			Body: object{"base64": base64.StdEncoding.EncodeToString(drawn.Content), "label": fmt.Sprintf("View %d", i)}}, "")
		check(err)
	}
	baseline := must(watched(target.PID, func() (Figures, error) {
		return drive(ctx, s.load(8), func(int) (loadStep, error) {
			return c.Step(request{Method: "GET", Path: pictures + "?all=1", Header: target.authorization(), Want: 200})
		})
	}))
	s.detail("baseline: pictures, REST", baseline)
	for _, form := range []struct{ name, path, list string }{
		{"V1", "/api/soap/", "<n:call><sessionId>%s</sessionId><resourcePath>catalog_product_attribute_media.list</resourcePath>" +
			"<args><item>%d</item></args></n:call>"},
		{"V2", "/api/v2_soap/", "<n:catalogProductAttributeMediaList><sessionId>%s</sessionId><product>%d</product>" +
			"</n:catalogProductAttributeMediaList>"},
	} {
		id := must(login(c, form.path))
		f := must(watched(target.PID, func() (Figures, error) {
			return drive(ctx, s.load(8), func(int) (loadStep, error) {
				r := request{Method: "POST", Path: form.path, Want: 200, Body: envelope(fmt.Sprintf(form.list, id, product.ID))}
				if body, _, err := c.Once(r, ""); err != nil || !strings.Contains(string(body), "View 4") {
					return nil, errors.Join(err, fmt.Errorf("the list over SOAP: %.500s", body))
				}
				return c.Step(r)
			})
		}))
		s.detail("pictures, SOAP "+form.name, f)
		ratio := f.PerSecond() / baseline.PerSecond()
		s.add(Row{
			Name: fmt.Sprintf("list of %d pictures over SOAP %s, concurrency 8", pictured, form.name), Figure: rate(f.PerSecond()),
			Baseline: "REST " + rate(baseline.PerSecond()), Ratio: ratio, Target: "0.3", Met: ratio >= 0.3,
		})
	}
}

// login opens a session of SOAP.
func login(c *client, path string) (string, error) {
	body, _, err := c.Once(request{Method: "POST", Path: path, Want: 200,
		Body: envelope("<n:login><username>" + apiUser + "</username><apiKey>" + apiKey + "</apiKey></n:login>")}, "")
	_, after, _ := strings.Cut(string(body), `<loginReturn xsi:type="xsd:string">`)
	id, _, found := strings.Cut(after, "<")
	if err == nil && !found {
		err = fmt.Errorf("login over SOAP: %.500s", body)
	}
	return id, err
}

func envelope(body string) xmlBody {
	return xmlBody(`<E:Envelope xmlns:E="http://schemas.xmlsoap.org/soap/envelope/" xmlns:n="urn:Maho"><E:Body>` +
		body + "</E:Body></E:Envelope>")
}
