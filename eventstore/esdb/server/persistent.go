package server

import (
	"github.com/EventStore/EventStore-Client-Go/v4/protos/persistent"
)

type persistentService struct {
	persistent.UnimplementedPersistentSubscriptionsServer
	server *Server
}

type groups struct{}

func (g *groups) init(*Server) {}
func (g *groups) close()       {}
