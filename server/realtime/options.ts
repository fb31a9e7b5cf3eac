/** The limits of the realtime server. Durations are milliseconds; the defaults are Centrifugo's where it has one. */
export type RealtimeLimits = {
  pingEveryMs: number
  /** The first ping falls at random in the last part of its interval that this gives, so that connections opened together are not pinged together. */
  pingSpreadMs: number
  pongWithinMs: number
  connectWithinMs: number
  /** How long a connection outlives its token, so that a refresh on a slow line still counts. */
  refreshGraceMs: number
  /** How often deadlines are looked at; 0 leaves that to the caller's `sweep()`. */
  sweepEveryMs: number
  maxChannels: number
  maxConnections: number
  /** Of one address (IPv6: /64). */
  maxOfAddress: number
  maxFrameBytes: number
  /** Unsent bytes past which a reader is slow. */
  maxUnsentBytes: number
  /** Commands a connection may send at once, and how many it regains a second. */
  commandBurst: number
  commandsPerSecond: number
  /** Publications kept a channel, and for how long after its last subscriber left. */
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
