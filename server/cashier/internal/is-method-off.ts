/** Whether an operator has switched off a payment method, or its partner, where the player is or where the account is. */
import type { PaymentMethod } from '#contract/payments.ts'
import type { PlayerCtx, Tx } from '../../deps.ts'
import { readCountry } from '../../identity/index.ts'
import type { PaymentPartner } from '../../partners/payments/port.ts'
import { isSwitchedOffIn } from '../../reference/index.ts'

type Offer = { partner: PaymentPartner; method: PaymentMethod }

export const switchesOf = ({ partner, method }: Offer): string[] => [
  `method:${method.method}`,
  `partner:${partner.slug}`,
]

/** Asked in the transaction that starts a payment. */
export async function isMethodOff(tx: Tx, { caller }: PlayerCtx, offer: Offer): Promise<boolean> {
  return isSwitchedOffIn(tx, switchesOf(offer), [caller.country, await readCountry(tx, caller.player.id)])
}
