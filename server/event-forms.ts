/** Converts stored events to what clients receive, by the names in `form`. */
import { presentFreeSpinsEvent } from './bonuses/index.ts'
import { presentAccountEvent } from './wallet/index.ts'
import type { RelayOptions } from './kernel/outbox/relay.ts'

export const eventForms: NonNullable<RelayOptions['forms']> = {
  wallet: presentAccountEvent,
  'free-spins': presentFreeSpinsEvent,
}
