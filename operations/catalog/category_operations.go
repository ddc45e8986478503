package catalog

import (
	"tradelog/operations"
)

func (h *categoryHandlers) categories() []*operations.Operation {
	return []*operations.Operation{
		operations.Define(operations.Declaration{
			Resource: categoryResource, Verb: operations.List, Method: "GET", Path: "/categories", Access: operations.Public.Access(), Paged: true,
			Summary: "List the category tree",
			Doc: "Lists the active categories below the store's root, each with its active descendants in `children`; pages count the top-level " +
				"rows. parentId starts further down. With search or urlKey the rows are the matching categories at any depth. childrenIds are the " +
				"active children in order, childrenCount counts all descendants, productCount the products assigned to the category itself. GET " +
				"/products?categoryId= lists the products of a category.",
		}, h.listCategories).WithRows(operations.Define(operations.Declaration{
			Resource: categoryResource, Verb: operations.Get, Method: "GET", Path: "/categories/{id}", Access: operations.Public.Access(),
		}, h.pastRow)),
		operations.Define(operations.Declaration{
			Resource: categoryResource, Verb: operations.Get, Method: "GET", Path: "/categories/{id}",
			Access: operations.Public.Access(), AsOf: true,
			Summary: "Get a category",
			Doc: "Returns a category with one level of active children. A category that is inactive or outside the store's tree is not found, " +
				"for anybody; the root itself can be read.",
		}, h.getCategory),
		operations.Define(operations.Declaration{
			Resource: categoryResource, Verb: operations.Create, Method: "POST", Path: "/categories",
			Access:  operations.Backend.Access("categories/write"),
			Summary: "Create a category",
			Doc: "Adds a category as the last child of parentId, by default the current store's root. Only name is required; the category is " +
				"active and in the menu. Its values apply to all store views. Assign products with their categoryIds.",
		}, h.createCategory),
		operations.Define(operations.Declaration{
			Resource: categoryResource, Verb: operations.Update, Method: "PUT", Path: "/categories/{id}",
			Access: operations.Backend.Access("categories/write"), Guard: h.writableCategory, Summary: "Change or move a category",
			Doc: "Changes only what is sent. A new parentId moves the category with its descendants, before the other children. Without a store " +
				"the default values change; with X-Store-Code only those of that store view, until useDefault removes them. The tree is the same " +
				"in all store views. Empty text clears texts and dates, 0 clears landingPageId.",
		}, h.updateCategory),
		operations.Define(operations.Declaration{
			Resource: categoryResource, Verb: operations.Delete, Method: "DELETE", Path: "/categories/{id}",
			Access: operations.Backend.Access("categories/delete"), Guard: h.writableCategory, Summary: "Delete a category",
			Effect: operations.Effect{Irreversible: operations.Deleted},
			Doc: "Removes a category with all descendants. Its products stay, without its ID in their categoryIds. Root categories of stores " +
				"cannot be deleted.",
		}, h.deleteCategory),
	}
}
