package settings

import (
	"strconv"

	"tradelog/domain"
	"tradelog/domain/change"
)

// Configuration is the name of the configuration among the resources that change. Its identifiers are scopes, its fields are paths.
const Configuration = "configuration"

// Changes declares what the events of the configuration change.
func Changes() change.Area {
	return change.Area{
		Events: change.NamedRecords(Kind, Configuration, func(stream string) string {
			scope, _ := ScopeOf(stream)
			if scope.ID == 0 {
				return scope.Level
			}
			return scope.Level + "-" + strconv.FormatInt(scope.ID, 10)
		}),
		Scopes: map[string]change.ScopeFold{Kind.Name: func(_ change.Scope, stream string, _ domain.Event) change.Scope {
			switch scope, _ := ScopeOf(stream); scope.Level {
			case Default.Level:
				return change.Scope{Everywhere: true}
			case "website":
				return change.OfWebsites([]int64{scope.ID})
			case "store":
				return change.Scope{Stores: []int64{scope.ID}}
			}
			return change.Scope{}
		}},
	}
}
