package http

import "tradelog/operations/schema"

// The schemas of the objects that rendering adds to documents.
var (
	ownError      = &schema.Component{Name: "Error", Schema: errorSchema()}
	ownContext    = &schema.Component{Name: "Context", Schema: contextSchema()}
	ownView       = &schema.Component{Name: "CollectionView", Schema: viewSchema()}
	ownCollection = &schema.Component{Name: "Collection", Schema: collectionSchema()}
)

func ownSchemas() schema.Properties {
	var out schema.Properties
	for _, c := range []*schema.Component{ownCollection, ownView, ownContext, ownError} {
		out = append(out, property(c.Name, c.Schema))
	}
	return out
}

func objectOf(required []string, properties ...schema.Entry[*schema.Schema]) *schema.Schema {
	return &schema.Schema{Type: schema.Types{schema.Object}, Properties: properties, Required: required}
}

func property(name string, s *schema.Schema) schema.Entry[*schema.Schema] {
	return schema.Entry[*schema.Schema]{Name: name, Value: s}
}

func textProperty(name, doc string) schema.Entry[*schema.Schema] {
	return property(name, &schema.Schema{Type: schema.Types{schema.Text}, Description: doc})
}

func wholeProperty(name, doc string) schema.Entry[*schema.Schema] {
	return property(name, &schema.Schema{Type: schema.Types{schema.Integer}, Format: schema.Int64, Description: doc})
}

func constant(name, value, doc string) schema.Entry[*schema.Schema] {
	return property(name, &schema.Schema{Type: schema.Types{schema.Text}, Const: value, Description: doc})
}

func errorSchema() *schema.Schema {
	return objectOf([]string{"error", "message"},
		textProperty("error", "The kind of failure, for programs."),
		textProperty("message", "The reason, for people."),
		wholeProperty("code", "The HTTP status; absent if the caller could not be identified."),
		property("violations", &schema.Schema{
			Type:        schema.Types{schema.Array},
			Description: "Everything that is known to be wrong with the input; absent if the failure is not about it.",
			Items: objectOf([]string{"field", "code", "message"},
				textProperty("field", "Path of the field in the body, such as items[2].qty, or name of the parameter."),
				textProperty("code", "The rule that the value breaks: required, type, format, length, range, choice, unknown, taken, conflict, "+
					"fixed or invalid."),
				textProperty("message", "The reason, for people."),
				property("present", &schema.Schema{
					Type: schema.Types{schema.Object},
					Description: "The state that the value does not go with, if the failure tells it: of total_changed, what the cart costs now, " +
						"and changed, what has changed since it was shown.",
				})),
		}))
}

func contextSchema() *schema.Schema {
	return objectOf([]string{"@context"}, textProperty("@context", "URL of the description of the type's terms."))
}

func viewSchema() *schema.Schema {
	s := objectOf([]string{"@id", "@type"}, textProperty("@id", "This page."),
		constant("@type", "PartialCollectionView", "Type of the object."))
	for _, name := range []string{"first", "last", "previous", "next"} {
		s.Properties = append(s.Properties, textProperty(name, "The "+name+" page."))
	}
	return s
}

func collectionSchema() *schema.Schema {
	return objectOf([]string{"@context", "@id", "@type", "totalItems", "member"},
		textProperty("@context", "URL of the description of the members' terms."),
		textProperty("@id", "Path of the list."),
		constant("@type", "Collection", "Type of the object."),
		wholeProperty("totalItems", "Number of rows on all pages."),
		property("member", &schema.Schema{Type: schema.Types{schema.Array}, Items: &schema.Schema{}, Description: "The rows of the page."}),
		property("view", &schema.Schema{Ref: ownView, Description: "The page and its neighbours; absent if there is only one page."}))
}
