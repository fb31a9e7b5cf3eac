/** The deposit bonus selection: initial value and transitions (specification, section 4). */
import type { DepositBonus } from '#contract/bonuses.ts'
import { fits } from './terms.ts'

export type BonusChoice =
  | { kind: 'bonus'; id: string }
  /** The player enters a code, or already has one that unlocks a bonus. */
  | { kind: 'code' }
  /** `amount`: no bonus fits; `content`: declined by default; `player`: declined by the player. */
  | { kind: 'declined'; by: 'player' | 'content' | 'amount' }

export type Offered = {
  bonuses: DepositBonus[]
  currency: string
  /** Null if the amount is not known in advance, as with a crypto address; then every bonus fits. */
  amount: number | null
}
export type InitialOptions = Offered & {
  /** The bonus preset by a link or promotion. */
  preset: string | null
  isDeclinedByDefault: boolean
  hasCode: boolean
}

export function initialChoice({ preset, isDeclinedByDefault, hasCode, ...offered }: InitialOptions): BonusChoice {
  if (preset !== null && offered.bonuses.some(({ id }) => id === preset)) return { kind: 'bonus', id: preset }
  if (isDeclinedByDefault) return { kind: 'declined', by: 'content' }
  if (hasCode) return { kind: 'code' }
  return firstFitting(offered)
}

/**
 * Keeps a choice that still fits, and a decline by the player. Reconsiders a decline because of the amount. If bonuses
 * are declined by default, a choice that no longer fits is not replaced by another bonus.
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

export type BonusRequestFields = {
  bonusId: string | null
  bonusTermsVersion?: number | undefined
  isBonusDecline: boolean
}

/** Returns the fields of the request: the bonus with the version of the shown terms, or the decline. */
export function toRequest(choice: BonusChoice | null, bonus: DepositBonus | undefined): BonusRequestFields {
  return {
    bonusId: bonus?.id ?? null,
    bonusTermsVersion: bonus?.termsVersion,
    isBonusDecline: choice?.kind === 'declined',
  }
}
