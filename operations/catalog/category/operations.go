package category

import (
	"tradelog/operations"
)

func (h *handlers) categories() []*operations.Operation {
	return []*operations.Operation{
		operations.Define(operations.Operation{
			Resource: Resource, Verb: operations.List, Method: "GET", Path: "/categories", Auth: operations.Public,
			Paged: true, Summary: "List the category tree",
			Doc: "Lists the active categories below the store's root, each with everything active below it in `children`; pages count the rows at " +
				"the top. parentId starts further down. With search or urlKey the rows are the matching categories at any depth. childrenIds names " +
				"the active children in their order, childrenCount counts all descendants, and productCount the products put into the category " +
				"itself. The products of a category are listed by GET /products?categoryId=.",
		}, h.listCategories),
		operations.Define(operations.Operation{
			Resource: Resource, Verb: operations.Get, Method: "GET", Path: "/categories/{id}", Auth: operations.Public,
			Summary: "Get a category",
			Doc: "Returns a category with its active children, one level of them. A category that is not active or not below the store's root " +
				"is not found, for everybody; the root itself can be read.",
		}, h.getCategory),
		operations.Define(operations.Operation{
			Resource: Resource, Verb: operations.Create, Method: "POST", Path: "/categories", Auth: operations.Backend,
			Permission: "categories/write", Summary: "Create a category",
			Doc: "Adds a category as the last child of parentId, which is the current store's root when it is left out. Only name is needed; the " +
				"category is active and in the menu. Its values hold in all store views. Put products into it with their categoryIds.",
		}, h.createCategory),
		operations.Define(operations.Operation{
			Resource: Resource, Verb: operations.Update, Method: "PUT", Path: "/categories/{id}", Auth: operations.Backend,
			Permission: "categories/write", Guard: h.writableCategory, Summary: "Change or move a category",
			Doc: "Changes what is sent and leaves the rest. Another parentId moves the category with everything below it, before the other " +
				"children. Without a store the values of all store views change; with X-Store-Code only those of that view, until useDefault names " +
				"their codes. The place in the tree is the same in all views. Texts and dates are cleared by empty text, landingPageId by 0.",
		}, h.updateCategory),
		operations.Define(operations.Operation{
			Resource: Resource, Verb: operations.Delete, Method: "DELETE", Path: "/categories/{id}", Auth: operations.Backend,
			Permission: "categories/delete", Guard: h.writableCategory, Summary: "Delete a category",
			Doc: "Removes a category and everything below it. The products in it stay and lose it from their categoryIds. Roots of stores cannot " +
				"be deleted.",
		}, h.deleteCategory),
	}
}
