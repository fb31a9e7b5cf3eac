/** The port of browsers' push services, which deliver notifications to devices. */
import type { Result } from '#contract/endpoint.ts'

/** The subscription that a browser provides: its address at the push service, and its encryption keys in base64url. */
export type PushSubscription = { endpoint: string; p256dh: string; auth: string }
export type Push = {
  /** The subscription's id. */
  id: string
  to: PushSubscription
  isOffer: boolean
  payload: string
  /** How long the push service keeps it for a device that is offline. */
  ttlSeconds: number
  /** The push service replaces a waiting one of the same topic. */
  topic: string
}

/** `refused`: never deliverable, so not retried. */
export type PushFault = 'refused' | 'unavailable'

export type PushPort = {
  name: string
  /** The key with which browsers subscribe: an uncompressed P-256 point in base64url. */
  publicKey: string
  /** Completes within half a minute. */
  send(push: Push): Promise<Result<void, PushFault>>
}
