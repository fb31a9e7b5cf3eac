/** Which bonus goes with a deposit: where the choice begins, and what becomes of it when the amount changes (specification, section 4). */
import type { DepositBonus } from '#contract/bonuses.ts'
import { fits } from './terms.ts'

export type BonusChoice =
  | { kind: 'bonus'; id: string }
  /** The player enters a code, or has one that opens its own bonus. */
  | { kind: 'code' }
  /** `amount`: nothing fitted; `content`: the operator lets players begin without; `player`: their own word. */
  | { kind: 'declined'; by: 'player' | 'content' | 'amount' }

export type Offered = {
  bonuses: DepositBonus[]
  currency: string
  /** Null where the payer decides the amount, as with an address: then everything fits. */
  amount: number | null
}
export type Beginning = Offered & {
  /** What the wallet was opened for, by a link or a promotion. */
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

/** A choice that still fits stays. Who said no themselves is not asked again; where only the amount said no, another amount may say yes. */
export function choiceAfterChange(choice: BonusChoice, offered: Offered): BonusChoice {
  if (choice.kind === 'bonus') return isFitting(choice.id, offered) ? choice : firstFitting(offered)
  return choice.kind === 'declined' && choice.by === 'amount' ? firstFitting(offered) : choice
}

function firstFitting({ bonuses, currency, amount }: Offered): BonusChoice {
  const first = bonuses.find((bonus) => fits(bonus, currency, amount))
  return first ? { kind: 'bonus', id: first.id } : { kind: 'declined', by: 'amount' }
}

function isFitting(id: string, { bonuses, currency, amount }: Offered): boolean {
  return bonuses.some((bonus) => bonus.id === id && fits(bonus, currency, amount))
}

/** What is sent along: the bonus, or the word that none is wanted. */
export function toRequest(
  choice: BonusChoice | null,
  bonus: DepositBonus | undefined,
): { bonusId: string | null; isBonusDecline: boolean } {
  return { bonusId: bonus?.id ?? null, isBonusDecline: choice?.kind === 'declined' && choice.by !== 'amount' }
}
