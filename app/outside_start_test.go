package app_test

import (
	"errors"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"

	"tradelog/app"
	"tradelog/eventstore"
	"tradelog/eventstore/lineage"
	"tradelog/eventstore/storetest"
	"tradelog/installation/migrations"
	"tradelog/test/apptest"
	"tradelog/test/esdbtest"
	"tradelog/test/pgtest"
	"tradelog/test/suite"
)

// TestAStartOnAnEventStoreThatLacksEvents: the start waits for a node that is behind. A scavenged event is no loss. An event that the
// server lacks for good is one.
func TestAStartOnAnEventStoreThatLacksEvents(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	node := esdbtest.StartNodes(t, storetest.NewMemory(), 1)[0]
	config := app.Config{
		Database: app.Database{URL: pgtest.URL(t, pgtest.WithTemplate("migrated", migrations.Up))},
		EventLog: app.EventLog{StoreURL: node.URL, WitnessDir: t.TempDir()},
		Secrets:  app.Secrets{MasterKeys: apptest.MasterKeys, WeakPasswords: true},
	}
	shop := apptest.Start(t, apptest.WithConfig(func(c *app.Config) {
		c.Database.URL, c.EventLog.StoreURL, c.EventLog.WitnessDir = config.Database.URL, config.EventLog.StoreURL, config.EventLog.WitnessDir
	}))
	shop.Customer("anna@example.com")
	newest := shop.LogSize()
	shop.Stop()
	start := func(patience time.Duration) error {
		config.EventLog.StorePatience = patience
		opened, err := app.Open(t.Context(), config)
		if err != nil {
			return err
		}
		defer opened.Close()
		return opened.Start(t.Context())
	}
	reads := func() int {
		calls, _ := node.Asked("read")
		return calls
	}

	node.Become(esdbtest.State{Behind: func(p eventstore.Position) bool { return p >= newest }})
	before := reads()
	var loss *lineage.LossError
	if err := start(time.Nanosecond); !errors.As(err, &loss) {
		t.Fatalf("events that are not there: %v", err)
	}
	look := reads() - before
	started := make(chan error, 1)
	before = reads()
	go func() { started <- start(time.Hour) }()
	for reads() <= before+look { // after its first look it looks again
		select {
		case err := <-started:
			t.Fatalf("it did not look again: %v", err)
		default:
		}
	}
	node.Become(esdbtest.State{})
	if err := <-started; err != nil {
		t.Errorf("on a node that was behind: %v", err)
	}

	node.Become(esdbtest.State{Alter: func(answer *streams.ReadResp) *streams.ReadResp {
		if answer.GetEvent().GetEvent().GetCommitPosition() == uint64(newest) {
			return nil
		}
		return answer
	}})
	if err := start(time.Nanosecond); err != nil {
		t.Errorf("without an event that was scavenged: %v", err)
	}
}
