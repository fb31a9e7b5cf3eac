// Announces the end of a round of several steps.

import type { CashOutValue } from '#contract/rounds.ts'
import type { StudioRound } from '#games/studio-api.ts'
import { amountOf, resultName } from '../results.ts'
import type { GameContext } from '../view.ts'

/** `lost` is the text for a round without a payout. */
export function announceEnd(context: GameContext, { stake, extraStake, payout }: StudioRound, lost: string) {
  const { words, showLine } = context
  const staked = stake + extraStake
  const result = { payout, staked }
  const line = words(resultName(result), { amount: amountOf(context, result) })
  showLine(payout > 0 ? line : lost, payout > staked ? 'win' : 'plain')
}

/** The view with the amount that was paid, which can differ by the fraction of a subunit that is drawn at the end. */
export const paidOf = <Seen extends { worth: CashOutValue }>(view: Seen, { payout }: { payout: number }): Seen => ({
  ...view,
  worth: { ...view.worth, amount: payout },
})
