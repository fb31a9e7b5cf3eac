/** Converts stored events to what clients receive, by the names in `form`. */
import { presentFreeSpinsEvent } from './modules/bonuses/free-spins.ts'
import { presentAccountEvent } from './modules/wallet/account-event.ts'
import type { RelayOptions } from './outbox/relay.ts'

export const eventForms: NonNullable<RelayOptions['forms']> = {
  wallet: presentAccountEvent,
  'free-spins': presentFreeSpinsEvent,
}
