// Command webhook receives the messages of a subscription, and refuses messages that the shop has not signed: webhook SECRET
package main

import (
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"

	tradelog "tradelog/clients/go"
)

func main() {
	verifier, err := tradelog.NewVerifier(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	receive := func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 16<<20))
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		event, err := verifier.Verify(r.Header, body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusUnauthorized)
			return
		}
		// Store the message before answering: after a status from 200 to 299 the shop does not send it again.
		change := event.Data.Change
		fmt.Println(change.Position, change.Resource, change.ID, change.What)
		w.WriteHeader(http.StatusNoContent)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("listening on http://%s\n", listener.Addr())
	log.Fatal(http.Serve(listener, http.HandlerFunc(receive)))
}
