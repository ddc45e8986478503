package demo_test

import (
	"tradelog/cmd/tradelog/cli/demoshop"
	"tradelog/demo"
)

func init() { demo.Compose = demoshop.Of }
