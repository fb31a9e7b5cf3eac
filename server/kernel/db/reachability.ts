/** Options of every connection that detect a server which no longer answers. */
export const reachability = {
  connectionTimeoutMillis: 10_000,
  // A server that vanishes closes no connection: without probes, a query that waits for its answer would never end.
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
}
