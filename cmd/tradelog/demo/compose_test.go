package demo_test

import (
	"tradelog/cmd/tradelog/cli/demoshop"
	"tradelog/cmd/tradelog/demo"
)

func init() { demo.Compose = demoshop.Of }
