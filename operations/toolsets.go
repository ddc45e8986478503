package operations

import (
	"maps"
	"slices"
	"strings"

	"tradelog/domain/fault"
	"tradelog/domain/settings"
)

// ToolSetsSetting is the configuration path of a shop's own tool sets, such as "night=sales_orders_*,sales_shipments_*; shelves=catalog_*".
const ToolSetsSetting = "apiplatform/mcp/tool_sets"

// ToolSet is a named selection of tools for one kind of work. A token, an account or the URL of a connection names it.
type ToolSet struct {
	Name  string
	Doc   string
	Tools []string // names and patterns
}

// ToolSets returns the sets of every shop. A set of the configuration with the same name replaces one.
func ToolSets() []ToolSet {
	return []ToolSet{
		{"support", "orders, customers, refunds and revocations, as people at a help desk need them", []string{
			"sales_orders_list", "sales_orders_get", "sales_orders_hold_create", "sales_orders_unhold_create", "sales_orders_cancel_create",
			"sales_orders_comments_create", "sales_orders_shipments_list", "sales_shipments_get", "sales_orders_invoices_list",
			"sales_orders_credit_memos_list", "sales_orders_credit_memos_create", "sales_credit_memos_get", "customers_customers_list",
			"customers_customers_get", "customers_customers_update", "customers_customers_addresses_list", "sales_revocation_requests_*",
			"other_giftcards_get", "audit_orders_timeline_get", "customers_reviews_list", "customers_reviews_update", "catalog_products_get",
		}},
		{"fulfilment", "picking, packing and shipping, and the stock", []string{
			"sales_orders_list", "sales_orders_get", "sales_orders_hold_create", "sales_orders_unhold_create", "sales_orders_comments_create",
			"sales_orders_shipments_*", "sales_shipments_*", "sales_orders_packing_slip_get", "sales_orders_invoices_list",
			"sales_orders_invoices_create", "sales_invoices_capture_create", "catalog_inventory_*", "catalog_products_list", "system_stores_list",
		}},
		{"catalog", "products, prices, categories and the stock", []string{
			"catalog_products_list", "catalog_products_get", "catalog_products_create", "catalog_products_update", "catalog_categories_list",
			"catalog_categories_get", "catalog_product_attributes_list", "catalog_inventory_list", "catalog_inventory_update",
			"audit_products_timeline_get", "catalog_products_undo_create",
		}},
		{"marketing", "coupons, gift cards, reviews, content and e-mail templates", []string{
			"sales_coupons_*", "other_giftcards_get", "other_giftcards_create", "other_giftcards_update", "customers_customer_groups_list",
			"customers_reviews_list", "customers_reviews_update", "content_cms_blocks_list", "content_cms_blocks_get",
			"content_cms_blocks_update", "content_email_templates_list", "content_email_templates_update", "catalog_products_list",
			"catalog_categories_list",
			"customers_customers_list", "customers_stock_alerts_list",
		}},
		{"audit", "who did what when, and why", []string{
			"audit_audit_get", "audit_orders_timeline_get", "audit_invoices_timeline_get", "audit_credit_memos_timeline_get",
			"audit_customers_timeline_get", "audit_products_timeline_get", "audit_inventory_timeline_get", "audit_coupons_timeline_get",
			"audit_giftcards_timeline_get", "audit_configuration_timeline_get", "audit_accounts_timeline_get", "audit_roles_timeline_get",
			"sales_orders_receipt_get", "sales_orders_list", "catalog_inventory_movements_list", "catalog_products_list",
			"customers_customers_list", "sales_coupons_list",
		}},
		{"read-only", "looking at the shop without changing it", []string{
			"core_store_config_get", "system_stores_list", "catalog_products_list", "catalog_products_get", "catalog_categories_list",
			"catalog_inventory_list", "catalog_inventory_get", "catalog_inventory_movements_list", "sales_orders_list", "sales_orders_get",
			"sales_orders_shipments_list", "sales_shipments_get", "sales_orders_invoices_list", "sales_orders_credit_memos_list",
			"sales_credit_memos_get", "customers_customers_list", "customers_customers_get", "customers_customers_addresses_list",
			"customers_customer_groups_list", "sales_coupons_list", "sales_coupons_get", "other_giftcards_get", "customers_reviews_list",
			"sales_revocation_requests_list", "sales_revocation_requests_get", "customers_stock_alerts_list", "content_cms_pages_list",
			"audit_orders_timeline_get", "system_changes_get",
		}},
	}
}

// SetPrefix begins the name of a tool set among names of tools, such as @support.
const SetPrefix = "@"

// toolSets returns the patterns of all sets of a shop, by name.
func toolSets(config settings.View) map[string][]string {
	out := map[string][]string{}
	for _, s := range ToolSets() {
		out[s.Name] = s.Tools
	}
	own, _ := parseToolSets(config.Text(ToolSetsSetting)) // it was checked when it was set
	maps.Copy(out, own)
	return out
}

// parseToolSets parses a value of ToolSetsSetting.
func parseToolSets(value string) (map[string][]string, error) {
	out := map[string][]string{}
	for _, part := range strings.FieldsFunc(value, func(r rune) bool { return r == ';' || r == '\n' }) {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		name, tools, given := strings.Cut(part, "=")
		name = strings.TrimSpace(name)
		if !given || name == "" || strings.ContainsAny(name, ",@* ") {
			return nil, fault.Invalidf("%s: %.100q is no tool set; write night=sales_orders_*,sales_shipments_*; shelves=catalog_inventory_*",
				ToolSetsSetting, part)
		}
		for _, tool := range strings.Split(tools, ",") {
			if tool = strings.TrimSpace(tool); tool != "" {
				out[name] = append(out[name], tool)
			}
		}
		if len(out[name]) == 0 {
			return nil, fault.Invalidf("%s: the tool set %.100q has no tools", ToolSetsSetting, name)
		}
	}
	return out, nil
}

// CheckToolSets refuses a malformed value of ToolSetsSetting, or one that names a tool which does not exist.
func CheckToolSets(r *Registry, value string) error {
	sets, err := parseToolSets(value)
	for _, name := range slices.Sorted(maps.Keys(sets)) {
		for _, tool := range sets[name] {
			if !r.hasTool(tool) {
				return fault.Invalidf("%s: the tool set %s names %.100q, which is no tool and no pattern of tools; write sales_orders_get or "+
					"sales_orders_*", ToolSetsSetting, name, tool)
			}
		}
	}
	return err
}

func (r *Registry) hasTool(pattern string) bool {
	return slices.ContainsFunc(r.All(), func(o *Operation) bool { return o.ToolName() != "" && ToolMatches(pattern, o.ToolName()) })
}

// Tools is a selection of tools. A nil selection has all.
type Tools struct{ patterns []string }

// Includes reports whether an operation is selected. An operation without a tool is open only to those without a selection, unless it is
// public.
func (t *Tools) Includes(o *Operation) bool { return t == nil || o.toolIn(t.patterns) }

// Select returns the tools that names, patterns and sets select, where @support is a set. NotFound: there is no such tool or set.
func (c *Call) Select(names []string) (*Tools, error) {
	sets := toolSets(c.Shop.Settings.In(0))
	for _, name := range names {
		switch set, is := strings.CutPrefix(name, SetPrefix); {
		case is && sets[set] == nil:
			return nil, fault.NotFoundf("there is no tool set %.100s; there are %s", name, strings.Join(slices.Sorted(maps.Keys(sets)), ", "))
		case !is && !c.pipeline.Registry.hasTool(name):
			return nil, fault.NotFoundf(
				"there is no tool %.100s; names are like sales_orders_list, * stands for any characters, and @support is a tool set", name)
		}
	}
	return &Tools{expandSets(names, sets)}, nil
}

// expandSets replaces the sets among names by their tools. A missing set has none: an account that was limited to it must not get more.
// nil, which means all, stays nil.
func expandSets(names []string, sets map[string][]string) []string {
	if names == nil {
		return nil
	}
	out := []string{}
	for _, name := range names {
		if set, is := strings.CutPrefix(name, SetPrefix); is {
			out = append(out, sets[set]...)
		} else {
			out = append(out, name)
		}
	}
	return out
}

// restricted finds the tools of a principal who is limited to sets.
func (c *Call) restricted(p *Principal) *Principal {
	named := func(name string) bool { return strings.HasPrefix(name, SetPrefix) }
	if !slices.ContainsFunc(p.Tools, named) && !slices.ContainsFunc(p.AccountTools, named) {
		return p
	}
	sets, limited := toolSets(c.Shop.Settings.In(0)), *p
	limited.permitted = &[2][]string{expandSets(p.Tools, sets), expandSets(p.AccountTools, sets)}
	return &limited
}

// As returns the call as if a principal had made it, for doors that identify callers without a token, and for what is done later in the
// name of an account.
func (c *Call) As(who *Principal) *Call {
	of := *c
	of.Principal = c.restricted(who)
	return &of
}

// ToolSets returns the tool sets of the shop: those of every shop in the order of this file, then its own by name.
func (c *Call) ToolSets() []ToolSet {
	all, own := ToolSets(), toolSets(c.Shop.Settings.In(0))
	for i, s := range all {
		if !slices.Equal(s.Tools, own[s.Name]) {
			all[i].Doc, all[i].Tools = "", own[s.Name]
		}
		delete(own, s.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(own)) {
		all = append(all, ToolSet{Name: name, Tools: own[name]})
	}
	return all
}

// Offered returns the operations of a tool set that a principal may use, if the principal is limited to it.
func (c *Call) Offered(who Principal, set ToolSet) (all []*Operation) {
	sets := toolSets(c.Shop.Settings.In(0))
	who.permitted = &[2][]string{set.Tools, expandSets(who.AccountTools, sets)}
	for _, o := range c.pipeline.Registry.All() {
		if o.Access.protected() && o.toolIn(set.Tools) && c.pipeline.Registry.ByTool(o.ToolName()) == o && o.Authorizes(&who) {
			all = append(all, o)
		}
	}
	return all
}
