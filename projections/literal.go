package projections

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"tradelog/domain/money"
	"tradelog/eventstore"
)

// literal formats a value as text that PostgreSQL parses into it; nil is NULL.
func literal(v any) *string {
	var s string
	switch v := v.(type) {
	case nil:
		return nil
	case string:
		s = v
	case *string:
		return v
	case []byte:
		s = string(v)
	case int64:
		s = strconv.FormatInt(v, 10)
	case int:
		s = strconv.Itoa(v)
	case *int64:
		if v == nil {
			return nil
		}
		s = strconv.FormatInt(*v, 10)
	case eventstore.Position:
		s = strconv.FormatInt(int64(v), 10)
	case bool:
		s = strconv.FormatBool(v)
	case money.Decimal:
		s = v.String()
	case *money.Decimal:
		if v == nil {
			return nil
		}
		s = v.String()
	case time.Time:
		s = v.UTC().Format("2006-01-02 15:04:05.999999Z07:00")
	case []int64:
		s = "{" + join(v) + "}"
	case []string:
		quoted := make([]string, len(v))
		for i, x := range v {
			quoted[i] = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(x) + `"`
		}
		s = "{" + strings.Join(quoted, ",") + "}"
	default:
		panic(fmt.Sprintf("projections: no literal for %T", v))
	}
	return &s
}

func join(list []int64) string {
	var b []byte
	for i, n := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, n, 10)
	}
	return string(b)
}
