package bench

import (
	"os"
	"strconv"
	"time"
)

// Usage is the CPU time and memory of a process.
type Usage struct {
	CPU    time.Duration // user and system, since the start
	Memory int64         // resident bytes now
}

// clockTick is the unit of times in /proc: always 10 ms on Linux.
const clockTick = 10 * time.Millisecond

// usageOf reads the usage of a process. It works only on Linux.
func usageOf(pid int) (Usage, error) {
	fields, err := statOf(pid)
	if err != nil {
		return Usage{}, err
	}
	number := func(i int) int64 {
		n, _ := strconv.ParseInt(fields[i], 10, 64)
		return n
	}
	return Usage{CPU: time.Duration(number(11)+number(12)) * clockTick, Memory: number(21) * int64(os.Getpagesize())}, nil
}

// watched runs a measurement and adds the usage of the server.
func watched(pid int, measure func() (Figures, error)) (Figures, error) {
	if pid == 0 {
		return measure()
	}
	before, err := usageOf(pid)
	if err != nil {
		return measure()
	}
	f, err := measure()
	if err != nil {
		return f, err
	}
	after, err := usageOf(pid)
	if err == nil {
		f.Usage = Usage{CPU: after.CPU - before.CPU, Memory: after.Memory}
	}
	return f, nil
}
