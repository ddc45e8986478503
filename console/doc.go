// Package console serves pages for people of the back office at /console. The program renders them itself.
//
// It is only a transport. A page shows the answers of operations of the registry to the account that is logged in, and a form runs an
// operation. So an account sees and does the same here as over REST. There is no other access to data and no business rule.
//
//	handler.go    a request: security headers, login, the proof of a form, the answer
//	session.go    the cookies of a login and of the choices of a browser
//	visit.go      the request as pages see it: Invoke, the language, the frame around a page
//	templates.go  the templates in pages/ with their functions; texts.go and messages/ their translations
//	words.go      the words that pages take from the registry. labels/ has their translations, help/ those of explanations of fields
//	              and settings, refusals/ those of refusals of operations, notes/ those of sentences in notes
//	kinds.go      the resources of the registry, each with its operations; list.go, item.go and act.go are their pages
//	document.go   a document of an operation as rows and tables
//	live.go       tells a page about changes
//	assets.go     style sheets and scripts in assets/
//
// # A resource
//
// A new resource needs no code here. It has a list with the filters of its list operation, and a page with its document and its timeline.
// Each of its operations has a form. The form is made of the fields of the operation's input. A form is first tried: a dry run shows the
// events and changes. A second step carries it out, unless the resource has changed meanwhile.
//
// # A page of its own
//
//   - Write a method of Handler: func (h *Handler) today(ctx context.Context, v *visit) error. It calls v.invoke with the name of an
//     operation and its arguments, and ends with v.show and the name of a template in pages/. Operations have their names in the registry:
//     "GET /orders/{id}", or the name of one without a route. v.may tells whether the account may use one.
//   - Add it to the routes in handler.go with its method and path, and to the navigation in navigation.go.
//     A route that ends with a value, such as /console/inventory/:id, hides /console/:kind/:id/timeline and the like: gin does not go back
//     from such an end. If no path is below it, item calls the page, as with the page of stock.
//   - The template defines "main". Its data is the frame; .Main has the data given to show. {{t "Text"}} translates: messages/de.json has
//     the German text. {{moment .time}} writes a time of the API, {{number .x}} a number, {{label "grandTotal"}} the name of a member.
//   - htmx reloads parts that change by themselves. An element with hx-get="" hx-select="#it" hx-trigger="sse:orders" is fetched again
//     after a change of orders, if the page names orders in v.frame.Live. Progress is polled with hx-trigger="every 1s".
//   - A form posts with the field proof ({{proof}} writes it). Style sheets and scripts are files of assets/: the policy of pages refuses
//     style and script in them, style attributes too. Pictures are SVG in the page, sized by attributes.
//
// A browser opens every page in test/conformance/console, see there.
//
// The console is off by default; see docs/console.md.
package console
