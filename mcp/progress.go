package mcp

import (
	"encoding/json"
	"fmt"
	"sync"
	"time"
)

// beat is the time between two notifications of progress.
const beat = time.Second

// progress calls do, which may take long. A client with a progress token is told every second for how many seconds the call has run. An
// operation has no steps that could be counted.
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
