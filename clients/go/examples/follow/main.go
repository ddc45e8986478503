// Command follow prints the changes in the shop since its last run: follow FOLDER RESOURCES POSITION
//
// Killing it is safe at any moment. A page of changes whose position was not stored is printed again.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	tradelog "tradelog/clients/go"
)

func main() {
	shop, err := tradelog.New(os.Getenv("TRADELOG_URL"), tradelog.Options{
		Login: tradelog.ServiceLogin(os.Getenv("TRADELOG_CLIENT_ID"), os.Getenv("TRADELOG_CLIENT_SECRET")),
	})
	if err != nil {
		log.Fatal(err)
	}
	until, err := strconv.ParseInt(os.Args[3], 10, 64)
	if err != nil {
		log.Fatal(err)
	}
	following := tradelog.Following{
		Resources: strings.Split(os.Args[2], ","), Place: tradelog.FilePlace(filepath.Join(os.Args[1], "position")), Until: until,
	}
	err = shop.Follow(context.Background(), following, func(_ context.Context, change tradelog.Change) error {
		_, err := fmt.Println(change.Position, change.Resource, change.ID, change.What)
		return err
	})
	if err != nil {
		log.Fatal(err)
	}
}
