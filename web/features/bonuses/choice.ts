/** The deposit bonus selection: initial value and transitions (specification, section 4). */
import type { DepositBonus } from '#contract/bonuses.ts'
import { fits } from './terms.ts'

export type BonusChoice =
  | { kind: 'bonus'; id: string }
  /** The player enters a code, or already has one that unlocks a bonus. */
  | { kind: 'code' }
  /** `amount`: nothing fits; `content`: declined by default; `player`: declined by the player. */
  | { kind: 'declined'; by: 'player' | 'content' | 'amount' }

export type Offered = {
  bonuses: DepositBonus[]
  currency: string
  /** Null when the payer decides the amount, as with an address: everything fits. */
  amount: number | null
}
export type Beginning = Offered & {
  /** The bonus preset by a link or promotion. */
  preset: string | null
  isDeclinedByDefault: boolean
  hasCode: boolean
}

export function initialChoice({ preset, isDeclinedByDefault, hasCode, ...offered }: Beginning): BonusChoice {
  if (preset !== null && offered.bonuses.some(({ id }) => id === preset)) return { kind: 'bonus', id: preset }
  if (isDeclinedByDefault) return { kind: 'declined', by: 'content' }
  if (hasCode) return { kind: 'code' }
  return firstFitting(offered)
}

/**
 * A fitting selection is kept. A player's own decline is final; a decline because of the amount is reconsidered. Where
 * bonuses are declined by default, no other one takes the place of a choice that no longer fits.
 */
export function choiceAfterChange(choice: BonusChoice, offered: Offered, isDeclinedByDefault = false): BonusChoice {
  if (choice.kind === 'bonus' && isFitting(choice.id, offered)) return choice
  if (choice.kind === 'bonus') return isDeclinedByDefault ? { kind: 'declined', by: 'content' } : firstFitting(offered)
  return choice.kind === 'declined' && choice.by === 'amount' ? firstFitting(offered) : choice
}

function firstFitting({ bonuses, currency, amount }: Offered): BonusChoice {
  const first = bonuses.find((bonus) => fits(bonus, currency, amount))
  return first ? { kind: 'bonus', id: first.id } : { kind: 'declined', by: 'amount' }
}

function isFitting(id: string, { bonuses, currency, amount }: Offered): boolean {
  return bonuses.some((bonus) => bonus.id === id && fits(bonus, currency, amount))
}

export type BonusWish = { bonusId: string | null; bonusTermsVersion?: number | undefined; isBonusDecline: boolean }

/** The request fields: the bonus with its terms as shown, or the decline flag, whoever declined. */
export function toRequest(choice: BonusChoice | null, bonus: DepositBonus | undefined): BonusWish {
  return {
    bonusId: bonus?.id ?? null,
    bonusTermsVersion: bonus?.termsVersion,
    isBonusDecline: choice?.kind === 'declined',
  }
}
