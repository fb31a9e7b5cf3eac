/** Whether an operator has switched off a payment method, or its partner, where the player is or where the account is. */
import { refuse } from '#contract/endpoint.ts'
import type { PaymentMethod } from '#contract/payments.ts'
import type { PlayerCtx, Tx } from '../../deps.ts'
import { readCountry } from '../../identity/index.ts'
import type { PaymentPartner } from '../../partners/payments/port.ts'
import { isSwitchedOffIn } from '../../reference/index.ts'
import { noticeMessages } from './form-messages.ts'

export type Offer = { partner: PaymentPartner; method: PaymentMethod }

const switchesOf = ({ partner, method }: Offer): string[] => [`method:${method.method}`, `partner:${partner.slug}`]

/** Parts what a list offers from what is switched off. `off`: the result of `switchedOffFor`. */
export function partPaused(
  off: ReadonlySet<string>,
  offers: Offer[],
): { offered: PaymentMethod[]; paused: PaymentMethod[] } {
  const { offered = [], paused = [] } = Object.groupBy(offers, (offer) =>
    switchesOf(offer).some((name) => off.has(name)) ? 'paused' : 'offered',
  )
  return {
    offered: offered.map(({ method }) => method),
    paused: paused.map(({ method }) => ({ ...method, isPaused: true })),
  }
}

/** Asked in the transaction that starts a payment. */
export async function isMethodOff(tx: Tx, { caller }: PlayerCtx, offer: Offer): Promise<boolean> {
  return isSwitchedOffIn(tx, switchesOf(offer), [caller.country, await readCountry(tx, caller.player.id)])
}

/** The method is known and comes back, so the message differs from that of a method that is not offered. */
export function refusePaused(ctx: PlayerCtx) {
  const messages = noticeMessages(ctx, 'methodPaused')
  return refuse('methodNotOffered', { message: messages[0]!, fields: { method: messages } })
}
