/** Error and disconnect codes of the Centrifugo protocol, with the reasons that its clients expect. */

/** Sent in a reply. The official client retries if `temporary`, or on 109 with a fresh token. */
export type WireError = { code: number; message: string; temporary?: true }

export const errors = {
  internal: { code: 100, message: 'internal server error', temporary: true },
  unknownChannel: { code: 102, message: 'unknown channel' },
  permissionDenied: { code: 103, message: 'permission denied' },
  methodNotFound: { code: 104, message: 'method not found' },
  alreadySubscribed: { code: 105, message: 'already subscribed' },
  limitExceeded: { code: 106, message: 'limit exceeded' },
  badRequest: { code: 107, message: 'bad request' },
  notAvailable: { code: 108, message: 'not available' },
  tokenExpired: { code: 109, message: 'token expired' },
  tooManyRequests: { code: 111, message: 'too many requests', temporary: true },
} as const satisfies Record<string, WireError>

/** A WebSocket close code. 3000-3499 let the client reconnect, 3500-3999 are final. */
export type Disconnect = { code: number; reason: string }

export const disconnects = {
  shutdown: { code: 3001, reason: 'shutdown' },
  internal: { code: 3004, reason: 'internal server error' },
  expired: { code: 3005, reason: 'connection expired' },
  slow: { code: 3008, reason: 'slow' },
  noPong: { code: 3012, reason: 'no pong' },
  invalidToken: { code: 3500, reason: 'invalid token' },
  badRequest: { code: 3501, reason: 'bad request' },
  stale: { code: 3502, reason: 'stale' },
  force: { code: 3503, reason: 'force disconnect' },
} as const satisfies Record<string, Disconnect>
