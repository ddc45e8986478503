package http

import (
	"fmt"
	"net/http"
	"time"

	"tradelog/operations"
)

// setQuota sets the headers of draft-ietf-httpapi-ratelimit-headers for the rate limit with the fewest calls left. A call that was not
// counted gets none.
func setQuota(h http.Header, c *operations.Call) {
	if c == nil {
		return
	}
	quota, counted := c.Quota()
	if !counted {
		return
	}
	h.Set("RateLimit-Policy", fmt.Sprintf("%q;q=%d;w=%d", quota.Name, quota.Calls, seconds(quota.Window)))
	h.Set("RateLimit", fmt.Sprintf("%q;r=%d;t=%d", quota.Name, quota.Left, seconds(quota.Reset)))
}

// seconds rounds up to whole seconds.
func seconds(d time.Duration) int64 { return int64((d + time.Second - 1) / time.Second) }
