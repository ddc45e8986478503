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

// orderNumbers issues the IDs and the increment IDs of orders. It issues returned increment IDs of refused placements again, so that
// refusals leave no gaps while a process runs.
type orderNumbers struct {
	engine *commands.Engine

	mu    sync.Mutex
	spare map[int64][]string // by store
}

// next returns an ID and an increment ID of a store that no order has. An increment ID that the order has already is kept.
func (n *orderNumbers) next(ctx context.Context, storeID int64, had string) (id int64, increment string, err error) {
	if increment = had; increment == "" && commands.RequestFrom(ctx).Trial == nil {
		increment = n.takeSpare(storeID)
		defer func() {
			if err != nil {
				n.keep(storeID, increment)
			}
		}()
	}
	sequences := []string{"order"}
	if increment == "" {
		sequences = append(sequences, "order_increment_"+strconv.FormatInt(storeID, 10))
	}
	ids, err := n.engine.Each(ctx, sequences...)
	if err != nil {
		return 0, increment, err
	}
	if increment == "" {
		increment = number.IncrementID(storeID, ids[1])
	}
	return ids[0], increment, nil
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

// giveBack takes back the number of a refused order that certainly was not stored.
func (n *orderNumbers) giveBack(ctx context.Context, refused order.Placed, refusal error) {
	if errors.Is(refusal, eventstore.ErrUnknownOutcome) || commands.RequestFrom(ctx).Trial != nil {
		return
	}
	n.keep(refused.StoreID, refused.IncrementID)
}

func (n *orderNumbers) keep(storeID int64, increment string) {
	if increment == "" {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.spare == nil {
		n.spare = map[int64][]string{}
	}
	n.spare[storeID] = append(n.spare[storeID], increment)
}
