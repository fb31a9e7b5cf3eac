/** The limits of the realtime server. Durations are milliseconds; the defaults are Centrifugo's where it has one. */
export type RealtimeLimits = {
  pingEveryMs: number
  /**
   * The first ping is sent at a random time in this last part of its interval, so that connections opened together are
   * not pinged together.
   */
  pingSpreadMs: number
  pongWithinMs: number
  connectWithinMs: number
  /** How long a connection outlives its token, so that a refresh on a slow connection still succeeds. */
  refreshGraceMs: number
  /** Interval of the deadline sweep; 0 leaves it to the caller of `sweep()`. */
  sweepEveryMs: number
  maxChannels: number
  maxConnections: number
  /** Per address (IPv6: /64). */
  maxOfAddress: number
  maxFrameBytes: number
  /** A client with more unsent bytes than this is slow. */
  maxUnsentBytes: number
  /** Size of the command burst, and commands regained per second. */
  commandBurst: number
  commandsPerSecond: number
  /** Publications stored per channel, and for how long after its last subscriber left. */
  historySize: number
  historyBytes: number
  historyMs: number
  onlineEveryMs: number
  /** How long close() waits for the closing handshake. */
  closeWithinMs: number
}

export const defaultLimits: RealtimeLimits = {
  pingEveryMs: 25_000,
  pingSpreadMs: 25_000,
  pongWithinMs: 8_000,
  connectWithinMs: 10_000,
  refreshGraceMs: 25_000,
  sweepEveryMs: 1_000,
  maxChannels: 128,
  maxConnections: 100_000,
  maxOfAddress: Infinity,
  maxFrameBytes: 64 * 1024,
  maxUnsentBytes: 1024 * 1024,
  commandBurst: 256,
  commandsPerSecond: 32,
  historySize: 64,
  historyBytes: 64 * 1024,
  historyMs: 5 * 60_000,
  onlineEveryMs: 5_000,
  closeWithinMs: 2_000,
}
