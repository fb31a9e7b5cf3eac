/** Which offers the policy of a country permits. */
import type { Policy } from '../../kernel/policy.ts'
import { type OfferDefinition, wagerOf } from '../offer-kind.ts'

export type PolicyRule = 'wageringCap' | 'noDepositBonus' | 'firstDepositOnly'

/** The rule that an offer breaks; null if it is permitted. */
export function brokenRule(
  offer: OfferDefinition,
  { wageringCap, welcomeBonus }: Pick<Policy, 'wageringCap' | 'welcomeBonus'>,
): PolicyRule | null {
  if ((wagerOf(offer)?.wagering ?? 0) > wageringCap) return 'wageringCap'
  if (offer.trigger === 'reward' || welcomeBonus === 'any') return null
  if (welcomeBonus === 'none') return 'noDepositBonus'
  const { isOnce, depositNumber } = offer
  return isOnce && depositNumber?.from === 1 && depositNumber.to === 1 ? null : 'firstDepositOnly'
}
