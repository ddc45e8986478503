package mcp

import (
	"encoding/json"
	"fmt"
	"sync"
	"time"
)

// beat is the time between two notifications of progress.
const beat = time.Second

// progress calls do, which may take long. A client that sends a token for it is told every second for how many seconds the call has run:
// an operation of the shop is one decision, so there are no steps to count.
func (x *exchange) progress(m message, do func()) {
	token, _ := m.params.object("_meta").get("progressToken")
	if _, ok := scalar(token); !ok || !x.converses() {
		do()
		return
	}
	done := make(chan struct{})
	var notifying sync.WaitGroup
	notifying.Go(func() { x.notifyProgress(token, done) })
	defer notifying.Wait()
	defer close(done)
	do()
}

// notifyProgress sends notifications of progress until the call is done.
func (x *exchange) notifyProgress(token json.RawMessage, done <-chan struct{}) {
	began, tick := time.Now(), time.NewTicker(beat)
	defer tick.Stop()
	for {
		select {
		case <-done:
			return
		case <-tick.C:
		}
		const params = `{"progressToken":%s,"progress":%.3f,"message":"Seconds that the call has taken so far."}`
		if !x.goLive().notify("progress", fmt.Sprintf(params, token, time.Since(began).Seconds())) {
			return
		}
	}
}
