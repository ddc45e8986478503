// Package bench measures a shop. Machines differ, so every figure of a suite has a ratio to a baseline of the same run: a bare
// gin handler, gin with one query of ready rows, COPY of the same bytes, or single-row transactions at the same concurrency.
//
// The load is closed: each worker sends its next request as soon as it has read the last answer. So the throughput is that of the
// server and the load generator together, and the latency is that of a busy server.
package bench
