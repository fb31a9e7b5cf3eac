// Shows the steps of a cascade in order: the winning symbols, those that replace them, and the multiplier.

import type { SlotSpin } from '#games/slot-engine/outcome.ts'
import type { SlotStage } from './free-spins.ts'

/** How long the wins of a step are shown. */
const showMs = 1_000

/** Expects the first spin, with its wins, on the reels already. */
export async function cascades(stage: SlotStage, spins: readonly SlotSpin[], stake: number) {
  const { context, meter, reels, wins } = stage
  const { words, amounts, pace, showLine } = context
  let won = 0
  for (const [index, spin] of spins.entries()) {
    if (index > 0) {
      wins.clear()
      await reels.fall(spins[index - 1]!, spin)
    }
    if (spin.wins.length === 0) continue
    stage.step()
    won += spin.payout
    meter?.put(index)
    wins.present(spin, won > stake)
    const values = { amount: amounts.written(spin.payout), factor: spin.multiplier }
    showLine(words(spin.multiplier > 1 ? 'stepPaidTimes' : 'stepPaid', values))
    await pace.wait(showMs)
  }
  // The result line replaces that of the last step.
  showLine('')
}
