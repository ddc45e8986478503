package checkout

import (
	"context"
	"errors"
	"strconv"
	"sync"

	"tradelog/commands"
	"tradelog/domain/number"
	"tradelog/domain/order"
	"tradelog/eventstore"
)

// orderNumbers gives out the increment IDs of orders. Those that refused placements give back are given out again, so that refusals leave
// no
// gaps while a process runs.
type orderNumbers struct {
	engine *commands.Engine

	mu    sync.Mutex
	spare map[int64][]string // by store
}

// next returns an increment ID of a store that no order has.
func (n *orderNumbers) next(ctx context.Context, storeID int64) (string, error) {
	if commands.RequestFrom(ctx).Trial == nil {
		if spare := n.takeSpare(storeID); spare != "" {
			return spare, nil
		}
	}
	ids, err := n.engine.Next(ctx, "order_increment_"+strconv.FormatInt(storeID, 10), 1)
	if err != nil {
		return "", err
	}
	return number.IncrementID(storeID, ids[0]), nil
}

func (n *orderNumbers) takeSpare(storeID int64) string {
	n.mu.Lock()
	defer n.mu.Unlock()
	spare := n.spare[storeID]
	if len(spare) == 0 {
		return ""
	}
	n.spare[storeID] = spare[1:]
	return spare[0]
}

// giveBack takes the number of an order back that was refused, and certainly was not stored.
func (n *orderNumbers) giveBack(ctx context.Context, refused order.Placed, refusal error) {
	if errors.Is(refusal, eventstore.ErrUnknownOutcome) || commands.RequestFrom(ctx).Trial != nil {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.spare == nil {
		n.spare = map[int64][]string{}
	}
	n.spare[refused.StoreID] = append(n.spare[refused.StoreID], refused.IncrementID)
}
