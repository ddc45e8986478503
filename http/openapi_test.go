package http_test

import (
	"context"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	tradehttp "tradelog/http"
	"tradelog/operations"
	"tradelog/readmodels/documents"
	"tradelog/test/contract"
)

// described makes the document of a registry and parses it.
func described(t *testing.T, registry *operations.Registry) map[string]any {
	t.Helper()
	made, err := tradehttp.OpenAPI(registry, "test")
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(made)
	if err != nil {
		t.Fatal(err)
	}
	var doc map[string]any
	if err := json.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
	return doc
}

var (
	widgets = &operations.Resource{Name: "Widget", Section: "catalog", Permission: "widgets", ACL: "catalog/widgets", Doc: "Things to sell."}
	tokens  = &operations.Resource{Name: "Key", Section: "api", NoTools: true}
)

type one struct {
	ID int64 `path:"id" doc:"number of the widget"`
}

type other struct {
	Code string `path:"code" about:"code of the widget"`
}

type filters struct {
	Search string `query:"search" doc:"part of the name"`
	Alias  string `query:"q" hidden:"true"`
}

type change struct {
	one
	Name *string `json:"name" required:"true" about:"name of the widget"`
}

func declare[In, Out any](o operations.Declaration) *operations.Operation {
	return operations.Define(o, func(context.Context, *operations.Call, In) (out Out, err error) { return out, nil })
}

func fakeRegistry(t *testing.T) *operations.Registry {
	t.Helper()
	type category = documents.Doc[documents.Category]
	type nothing = operations.Nothing
	registry, err := operations.NewRegistry([]*operations.Operation{
		declare[filters, *documents.Page[documents.Category]](operations.Declaration{
			Resource: widgets, Verb: operations.List, Method: "GET", Path: "/widgets", Access: operations.Public.Access(), Paged: true,
			Summary: "List widgets", Doc: "All of them.",
		}),
		declare[one, category](operations.Declaration{
			Resource: widgets, Verb: operations.Get, Method: "GET", Path: "/widgets/{id}",
			Access: operations.Access{Auth: operations.Customer, Permission: "widgets/read", Also: []string{"widgets/write"}, ByRow: true},
		}),
		declare[change, category](operations.Declaration{
			Resource: widgets, Verb: operations.Update, Method: "PUT", Path: "/widgets/{id}", Access: operations.Backend.Access("widgets/write"),
		}),
		declare[other, nothing](operations.Declaration{
			Resource: widgets, Verb: operations.Delete, Method: "DELETE", Path: "/widgets/{code}",
			Access: operations.Backend.Access("widgets/delete"), Extra: true,
		}),
		declare[one, category](operations.Declaration{
			Resource: widgets, Verb: operations.Get, Method: "GET", Path: "/widgets/{id}/details", Access: operations.OrderToken.Access(),
			Limits: []operations.Limit{{Config: "guest_order_lookup", Window: time.Hour}},
		}),
		declare[one, *documents.File](operations.Declaration{
			Resource: widgets, Verb: operations.Get, Method: "GET", Path: "/widgets/{id}/pdf", Access: operations.Public.Access(),
			Response: operations.Response{Produces: "application/pdf"},
		}),
		declare[one, documents.Bare[documents.Prices]](operations.Declaration{
			Resource: widgets, Verb: operations.Get, Method: "GET", Path: "/widgets/{id}/raw", Access: operations.Public.Access(),
		}),
		declare[change, nothing](operations.Declaration{
			Resource: tokens, Verb: operations.Action, Method: "POST", Path: "/auth/keys/{id}", Access: operations.Bearer.Access(),
		}),
		declare[change, nothing](operations.Declaration{
			Resource: widgets, Verb: operations.Update, Method: "PUT", Path: "/widgets", Access: operations.Backend.Access("widgets/write"),
			Body: operations.Body{Optional: true}, Call: "widgets.updateAll",
			Posted: &operations.Posted{
				Message: reflect.TypeFor[documents.WebhookMessage](), Change: reflect.TypeFor[documents.Change](), Resources: []string{"widgets"},
			},
		}),
	})
	if err != nil {
		t.Fatal(err)
	}
	return registry
}

// TestAnOperationIsDescribed checks the descriptions of operations of each kind.
func TestAnOperationIsDescribed(t *testing.T) {
	t.Parallel()
	doc := described(t, fakeRegistry(t))
	at := contract.PathPointer
	list, item, details := at("/widgets"), at("/widgets/{id}"), at("/widgets/{id}/details")
	pdf, raw, auth := at("/widgets/{id}/pdf"), at("/widgets/{id}/raw"), at("/auth/keys/{id}")
	message := "webhooks/widgets/post/requestBody/content/application~1cloudevents+json/schema/allOf"
	for pointer, want := range map[string]string{
		"openapi": `"3.1.0"`, "info/title": `"tradelog API"`, "info/version": `"2.0.0"`, "info/x-build": `"test"`,
		"servers/0/url": `"/api/rest/v2"`, "tags/0": `{"description":"Things to sell.","name":"Widget","x-section":"catalog"}`,
		"x-tagGroups/1": `{"name":"api","tags":["Key"]}`,

		// Operation IDs: the name of the tool, also if there is no tool, or a longer name if that is taken.
		list + "/get/operationId": `"catalog_widgets_list"`, auth + "/post/operationId": `"api_auth_keys_create"`,
		item + "/put/operationId": `"catalog_widgets_update"`, list + "/put/operationId": `"catalog_widgets_update_all"`,

		// The name in client libraries, and the messages of webhooks.
		item + "/put/x-call": `"widgets.update"`, list + "/put/x-call": `"widgets.updateAll"`,
		message + "/0/$ref": `"#/components/schemas/WebhookMessage"`,
		message + "/1/properties/type/enum": `["tradelog.widgets.created","tradelog.widgets.changed",` +
			`"tradelog.widgets.deleted"]`,
		message + "/1/properties/data/properties/change/$ref":           `"#/components/schemas/Change"`,
		message + "/1/properties/data/properties/document/anyOf/0/$ref": `"#/components/schemas/Category"`,

		// Access.
		list + "/get/security": `[{},{"bearer":[]}]`, item + "/put/security": `[{"bearer":[]}]`, list + "/get/x-permission": `null`,
		item + "/get/x-permission": `"widgets/read"`, item + "/get/x-permission-also": `["widgets/write"]`,
		item + "/get/description": `"**Access:** customers, API tokens with ` +
			"`widgets/read` or `widgets/write`, back-office users with `catalog/widgets`" +
			`. Resources of others are answered as if they did not exist."`,
		list + "/get/description": `"All of them.\n\n**Access:** everybody."`,
		details + "/get/description": `"**Access:** the holder of the order's token (X-Order-Token).\n\n**Rate limit** (by configuration): ` +
			"`system/rate_limit/guest_order_lookup` calls in one hour" + `."`,
		item + "/delete/x-extra": `true`, item + "/put/x-extra": `null`, item + "/put/summary": `"Update widget"`,

		// Parameters. Paths that differ only in variable names are one path, with the names of the first.
		list + "/get/parameters/0": `{"description":"part of the name","in":"query","name":"search","schema":{"maxLength":1024,"type":"string"}}`,
		item +
			"/delete/parameters/0": `{"description":"code of the widget","in":"path","name":"id","required":true,` +
			`"schema":{"maxLength":255,"type":"string"}}`,

		// Bodies.
		item + "/put/requestBody/required": `true`, list + "/put/requestBody/required": `false`, list + "/get/requestBody": `null`,
		item + "/put/requestBody/content/application~1ld+json/schema": `{"$ref":"#/components/schemas/CatalogWidgetsUpdateBody"}`,
		"components/schemas/CatalogWidgetsUpdateBody": `{"properties":{"name":{"description":"name of the widget",` +
			`"maxLength":1024,"type":"string"}},"required":["name"],"type":"object"}`,

		// Answers.
		list + "/get/responses/200/content/application~1json/schema": `{"items":{"$ref":"#/components/schemas/Category"},"type":"array"}`,
		list + "/get/responses/200/content/application~1ld+json/schema": `{"allOf":[{"$ref":"#/components/schemas/Collection"},` +
			`{"properties":{"member":{"description":"The rows of the page.","items":{"$ref":"#/components/schemas/Category.jsonld"},` +
			`"type":"array"}},"type":"object"}]}`,
		item +
			"/get/responses/200/content/application~1ld+json/schema": `{"allOf":[{"$ref":"#/components/schemas/Context"},` +
			`{"$ref":"#/components/schemas/Category.jsonld"}]}`,
		item +
			"/delete/responses/204": `{"description":"Done.","headers":{"Preference-Applied":{"$ref":"#/components/headers/` +
			`Preference-Applied"},"X-Dry-Run":{"$ref":"#/components/headers/X-Dry-Run"},` +
			`"X-Event-Position":{"$ref":"#/components/headers/X-Event-Position"}}}`,
		pdf + "/get/responses/200/content":   `{"application/pdf":{"schema":{"format":"binary","type":"string"}}}`,
		raw + "/get/responses/200/content":   `{"application/json":{"schema":{"$ref":"#/components/schemas/Prices"}}}`,
		auth + "/post/responses/201/content": `null`,
		"components/responses/NotFound/content": `{"application/json":{"example":{"code":404,"error":"not_found","message":"Resource not ` +
			`found"},"schema":{"$ref":"#/components/schemas/Error"}}}`,
	} {
		got, err := json.Marshal(contract.At(doc, pointer))
		if err != nil {
			t.Fatal(err)
		}
		var sorted any
		if err := json.Unmarshal([]byte(want), &sorted); err != nil {
			t.Fatalf("%s: %v", pointer, err)
		}
		expected, err := json.Marshal(sorted)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != string(expected) {
			t.Errorf("%s\n got %s\nwant %s", pointer, got, expected)
		}
	}
	for pointer, want := range map[string]string{
		list + "/get":    "200 304 400 401 403 404 406 409 422 500 503",
		item + "/put":    "200 400 401 403 404 406 408 409 412 413 415 422 500 503",
		item + "/delete": "204 400 401 403 404 406 409 412 422 500 503",
		details + "/get": "200 304 400 401 403 404 406 409 422 429 500 503",
	} {
		if got := strings.Join(contract.Names(contract.At(doc, pointer+"/responses")), " "); got != want {
			t.Errorf("%s answers %s, want %s", pointer, got, want)
		}
	}
	for pointer, want := range map[string]string{
		list + "/get":    "search page itemsPerPage after fields X-Store-Code X-Currency-Code Prefer If-None-Match X-Min-Position",
		item + "/put":    "id X-Store-Code X-Currency-Code Prefer If-Match If-None-Match X-Idempotency-Key X-Dry-Run",
		item + "/delete": "id X-Store-Code X-Currency-Code Prefer If-Match X-Dry-Run",
		auth + "/post":   "id X-Store-Code X-Currency-Code Prefer X-Dry-Run",
		details + "/get": "id X-Store-Code X-Currency-Code Prefer If-None-Match X-Min-Position X-Idempotency-Key X-Order-Token",
	} {
		if got := strings.Join(contract.Parameters(doc, pointer), " "); got != want {
			t.Errorf("%s takes %s, want %s", pointer, got, want)
		}
	}
}

// TestAMadeUpDocumentIsWhole checks the invariants of the shop's document on a made-up one.
func TestAMadeUpDocumentIsWhole(t *testing.T) {
	t.Parallel()
	registry := fakeRegistry(t)
	contract.Whole(t, registry, described(t, registry))
}
