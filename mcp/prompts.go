package mcp

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// prompt is a task that a person starts by its name. A client shows it as a command.
type prompt struct {
	Name        string           `json:"name"`
	Title       string           `json:"title"`
	Description string           `json:"description"`
	Arguments   []promptArgument `json:"arguments,omitempty"`
	// tools names the tools that the task needs. The prompt is offered to callers who may use all of them.
	tools []string
	// text is the message to the model. {name} stands for an argument.
	text string
}

// promptArgument is an argument of a prompt. Arguments are text.
type promptArgument struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Required    bool   `json:"required"`
	usual       string // value if none is sent
	sent        string // text for a sent value, with {} for the value; empty: the value
	of          source // has the proposed values
}

// source is a list whose rows have proposals for an argument.
type source struct {
	tool   string
	member string // of its rows
	filter string // of the list, for the typed text; empty: none
}

// The sources of proposals for arguments of prompts.
var (
	orderNumbers = source{tool: "sales_orders_list", member: "incrementId"}
	skus         = source{tool: "catalog_products_list", member: "sku", filter: "search"}
	groupCodes   = source{tool: "customers_customer_groups_list", member: "code"}
)

// prompts are frequent tasks of agents in the back office.
var prompts = []prompt{
	{
		Name: "orders-to-ship", Title: "Orders to ship",
		Description: "Lists the orders of a day that are paid and not shipped, with what is needed to pack them.",
		Arguments:   []promptArgument{{Name: "day", Description: "UTC date such as 2026-03-01; yesterday by default", usual: "yesterday"}},
		tools:       []string{"sales_orders_list"},
		text: "Which orders of this day are paid and not shipped: {day} (UTC)? Call sales_orders_list once, with createdFrom and " +
			"createdTo as that date, paid true, shipped false and itemsPerPage 100. Answer with a table of number, customer and " +
			"total, and with the sum. Change nothing.",
	},
	{
		Name: "refund-line", Title: "Refund a line of an order",
		Description: "Shows what a refund of one line comes to, asks, and refunds it.",
		Arguments: []promptArgument{
			{Name: "order", Description: "number of the order (increment ID)", Required: true, of: orderNumbers},
			{Name: "sku", Description: "SKU of the line", Required: true, of: skus},
			{Name: "qty", Description: "how many; all that can be refunded by default", usual: "all that can be refunded"},
		},
		tools: []string{"sales_orders_list", "sales_orders_credit_memos_create"},
		text: "Refund the line {sku} of order {order}; quantity: {qty}. Find the order with sales_orders_list (incrementId, " +
			"fields=id,incrementId,prices,items). Call sales_orders_credit_memos_create with dryRun true and that line alone; say " +
			"what is refunded, of which shipping, and what returns to stock. shippingAmount 0 keeps the shipping. Ask whether it " +
			"is right, and only then make the same call with the answer's confirm and without dryRun.",
	},
	{
		Name: "why-on-hold", Title: "Why an order is on hold",
		Description: "Explains from the event log why an order is on hold, who put it there and what would release it.",
		Arguments: []promptArgument{
			{Name: "order", Description: "number of the order (increment ID)", Required: true, of: orderNumbers},
		},
		tools: []string{"sales_orders_list", "audit_orders_timeline_get"},
		text: "Why is order {order} on hold? Find its id with sales_orders_list (incrementId) and read audit_orders_timeline_get. " +
			"Say who put it on hold, when, for which reason, what happened before and after, and what has to be done before it can " +
			"be released. Change nothing.",
	},
	{
		Name: "restock", Title: "Restock what runs out",
		Description: "Finds products and variants with little stock, shows what would be set, asks, and sets it.",
		Arguments: []promptArgument{
			{Name: "below", Description: "quantity below which a product runs out; its notifyStockQty by default",
				usual: "low=true", sent: "below={}"},
			{Name: "to", Description: "quantity to set; 20 by default", usual: "20"},
		},
		tools: []string{"catalog_inventory_list", "catalog_inventory_bulk_update"},
		text: "List what runs out with catalog_inventory_list ({below}, itemsPerPage=100); variants are rows of their own, and " +
			"rows with manageStock false are not counted. Show SKU and quantity of the others, and ask whether all of them shall " +
			"be set to {to}. Then set them with one call of catalog_inventory_bulk_update.",
	},
	{
		Name: "draft-coupon", Title: "Draft a coupon for a group",
		Description: "Makes an inactive coupon for a customer group and a number of days, which a person switches on.",
		Arguments: []promptArgument{
			{Name: "group", Description: "code of the customer group", Required: true, of: groupCodes},
			{Name: "percent", Description: "discount in percent; 10 by default", usual: "10"},
			{Name: "days", Description: "for how many days from today; 14 by default", usual: "14"},
		},
		tools: []string{"customers_customer_groups_list", "sales_coupons_create"},
		text: "Draft a coupon of {percent} percent for the customer group {group}, valid from today for {days} days. Find the " +
			"group's id with customers_customer_groups_list, then call sales_coupons_create with isActive false. Propose a code " +
			"that is hard to guess. Say what was made, and that it works once somebody switches it on.",
	},
}

// promptOf returns the prompt with the given name if the connection has it.
func (h *Handler) promptOf(x *exchange, named members) (prompt, bool) {
	name, _ := named.text("name")
	i := slices.IndexFunc(prompts, func(p prompt) bool { return p.Name == name })
	if i < 0 || !x.chose() || !h.prompts(x, prompts[i]) {
		return prompt{}, false
	}
	return prompts[i], true
}

// prompts reports whether the caller may use all tools of a prompt.
func (h *Handler) prompts(x *exchange, p prompt) bool {
	return !slices.ContainsFunc(p.tools, func(name string) bool { return !h.offered(x, h.tools.byName[name]) })
}

// listPrompts answers prompts/list. A client that has not chosen tools gets an empty list, as in the contract.
func (h *Handler) listPrompts(x *exchange, m message) answer {
	var entries []json.RawMessage
	for _, p := range prompts {
		if !x.chose() || !h.prompts(x, p) {
			continue
		}
		entry, err := encode(p)
		if err != nil {
			return failed(m.id, codeRefused, h.pipeline.Fault(err).Message)
		}
		entries = append(entries, entry)
	}
	return succeeded(m.id, fmt.Appendf(nil, `{"prompts":%s}`, listed(entries)))
}

// getPrompt answers prompts/get.
func (h *Handler) getPrompt(x *exchange, m message) answer {
	p, ok := h.promptOf(x, m.params)
	if !ok {
		return failed(m.id, codeNoResource, missing(m))
	}
	sent := m.params.object("arguments")
	var values []string
	for _, a := range p.Arguments {
		value, _ := sent.text(a.Name)
		if value = strings.TrimSpace(value); value == "" && a.Required {
			return failed(m.id, codeInvalidParams, fmt.Sprintf("The prompt %s needs the argument %s: %s.", p.Name, a.Name, a.Description))
		}
		if value != "" && a.sent != "" {
			value = strings.Replace(a.sent, "{}", value, 1)
		}
		values = append(values, "{"+a.Name+"}", cmp.Or(value, a.usual))
	}
	return succeeded(m.id, fmt.Appendf(nil, `{"description":%s,"messages":[{"role":"user","content":{"type":"text","text":%s}}]}`,
		quoted(p.Description), quoted(strings.NewReplacer(values...).Replace(p.text))))
}
