package http

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"tradelog/operations"
)

// access describes who may call the operation.
func access(o *operations.Operation) string {
	switch o.Access.Auth {
	case operations.Public:
		return "**Access:** everybody."
	case operations.OrderToken:
		return "**Access:** the holder of the order's token (X-Order-Token)."
	case operations.Bearer:
		return "**Access:** any valid token."
	}
	var who []string
	if o.Access.Auth == operations.Customer {
		who = append(who, "customers")
	}
	if o.Access.Permission != "" {
		granted := append([]string{o.Access.Permission}, o.Access.Also...)
		for i, p := range granted {
			granted[i] = "`" + p + "`"
		}
		who = append(who, "API tokens with "+strings.Join(granted, " or "))
	}
	if acl := o.Resource.ACL; acl != "" {
		who = append(who, "back-office users with `"+acl+"`")
	}
	text := "**Access:** " + strings.Join(who, ", ") + "."
	if o.Access.ByRow {
		text += " Resources of others are answered as if they did not exist."
	}
	return text
}

// limits describes how often the operation may be called.
func limits(o *operations.Operation) string {
	var said []string
	for _, l := range o.Limits {
		text := fmt.Sprintf("`%s` calls in %s", l.Setting(), span(l.Window))
		if !slices.Contains(said, text) {
			said = append(said, text)
		}
	}
	if len(said) == 0 {
		return ""
	}
	return "**Rate limit** (by configuration): " + strings.Join(said, ", ") + "."
}

func span(d time.Duration) string {
	for _, unit := range []struct {
		of   time.Duration
		name string
	}{{time.Hour, "hour"}, {time.Minute, "minute"}, {time.Second, "second"}} {
		switch n := d / unit.of; {
		case d%unit.of != 0 || n == 0:
		case n == 1:
			return "one " + unit.name
		default:
			return fmt.Sprintf("%d %ss", n, unit.name)
		}
	}
	return d.String()
}

// security returns the security requirements. An empty requirement makes the token optional.
func security(o *operations.Operation) []object {
	with := object{bearer: []string{}}
	if o.Access.Auth == operations.Public || o.Access.Auth == operations.OrderToken {
		return []object{{}, with}
	}
	return []object{with}
}
