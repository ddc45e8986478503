// Command tradelog-relay publishes the event log to brokers. The command tradelog relay becomes this program, so that only this one has the
// clients of brokers.
package main

import (
	"os"

	"tradelog/adapters/outside"
	"tradelog/cmd/tradelog/cli"
	"tradelog/reactions/relay"
	"tradelog/reactions/relay/brokers"
)

func main() { os.Exit(cli.MainRelay(open)) }

func open(address, destination, secret string, networks outside.Networks) (relay.Broker, error) {
	return brokers.Parse(address, destination, brokers.Receiver{Secret: secret, Networks: networks})
}
