// Package bench measures a shop and tells what the figures mean. Machines differ, so every figure of a suite comes with its
// ratio to a baseline that was measured in the same run on the same machine: a bare gin handler, gin with one query of ready
// rows, COPY of the same bytes, single-row transactions at the same concurrency.
//
// Load is closed: each worker sends its next request when it has read the answer to the last one, without pause. So the
// throughput is what the server and the load generator beside it achieve together, and the latency is that of a busy server.
package bench
