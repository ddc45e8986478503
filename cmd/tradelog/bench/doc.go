// Package bench measures a shop. Machines differ, so every figure of a suite has a ratio to a baseline of the same run. Baselines are a
// bare gin handler, gin with one query of ready rows, COPY of the same bytes, and single-row transactions at the same concurrency.
//
// The load is closed: each worker sends its next request as soon as it has read the last answer. So throughput is measured for the server
// and the load generator together, and latency for a busy server.
package bench
