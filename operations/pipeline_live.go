package operations

import (
	"strconv"
	"time"

	"tradelog/domain/fault"
)

// The settings of the numbers of live answers that are open at once on this instance: of an address, of an account and of all.
var (
	liveOfAddress = Limit{Config: "live_address"}.Setting()
	liveOfAccount = Limit{Config: "live_account"}.Setting()
	liveOfAll     = Limit{Config: "live_all"}.Setting()
)

// Open counts a live answer: a stream of events, a websocket, an operation on a websocket, or a question to a person. It counts by
// address and, if the caller is known, by account. Call leave once when the answer has ended. Open fails with a fault of kind RateLimited
// if too many are open.
func (c *Call) Open() (leave func(), err error) {
	leave = func() {}
	if c.Caller.operator() {
		return leave, nil
	}
	counts := [][2]string{{liveOfAddress, Host(c.Caller.RemoteIP)}, {liveOfAll, ""}}
	if p := c.Principal; p != nil && p.ID != 0 {
		counts = append(counts, [2]string{liveOfAccount, string(p.Kind) + " " + strconv.FormatInt(p.ID, 10)})
	}
	for _, n := range counts {
		limit := c.Config().Int(n[0])
		end, ok := c.pipeline.Limiter.Enter(n[0]+" "+n[1], limit)
		if !ok {
			leave()
			return nil, errTooManyLive(n[0], limit)
		}
		before := leave
		leave = func() {
			before()
			end()
		}
	}
	return leave, nil
}

func errTooManyLive(setting string, limit int) error {
	f := fault.New(fault.RateLimited, "Too many live answers are open, such as streams and websockets: %s allows %d. "+
		"End one, or follow several things with one, and try again.", setting, limit)
	f.RetryAfter = 10 * time.Second
	return f
}
