// The view of a slot: reels, wins, features and free spins.

import type { Outcome, SpinOutcome } from '#games/slot-engine/outcome.ts'
import type { SlotDefinition } from '#games/slot-engine/definition.ts'
import { el } from '../dom.ts'
import { amountOf, resultName } from '../results.ts'
import type { GameContext, GameView } from '../view.ts'
import { cascades } from './cascades.ts'
import { curtainOf } from './curtain.ts'
import { freeSpins, land, launch, type SlotStage } from './free-spins.ts'
import { holdCoins, showHeld } from './hold.ts'
import { meterOf } from './meter.ts'
import { reelsOf } from './reels.ts'
import { winShowOf } from './wins.ts'

/** Before the first round. */
const restGrid = (slot: SlotDefinition) =>
  slot.strips.map((strip, reel) => {
    const heights = slot.feature?.kind === 'heights' ? slot.feature.paid : [slot.rows]
    return Array.from(
      { length: heights[(reel * 2 + 1) % heights.length]! },
      (_, row) => strip[(reel * 7 + row) % strip.length]!,
    )
  })

const waysOf = (grid: readonly (readonly unknown[])[]) => grid.reduce((ways, column) => ways * column.length, 1)

function announce(context: GameContext, result: { payout: number; staked: number }) {
  const { words, showLine } = context
  const line = words(resultName(result), { amount: amountOf(context, result) })
  const { payout, staked } = result
  showLine(line, payout > staked ? 'win' : 'plain')
}

export function slotView(slot: SlotDefinition, context: GameContext): GameView {
  const { pictures, pace, sound } = context
  const reels = reelsOf(slot, { pictures, pace, onStop: (index) => sound.stop(index) })
  const detail = el('span')
  const counter = el('div', { class: 'free-counter', hidden: true })
  const curtain = curtainOf(context.words)
  const meter = slot.feature?.kind === 'cascade' ? meterOf(slot.feature.multipliers) : null
  const ways = slot.feature?.kind === 'heights' ? el('p', { class: 'ways-count' }) : null
  const writeWays = (grid: readonly (readonly unknown[])[]) =>
    ways?.replaceChildren(context.words('waysCount', { ways: context.amounts.figure(waysOf(grid), 0) }))
  const wins = winShowOf(slot, reels, context, (line) => (detail.textContent = line))
  const element = el(
    'div',
    { class: 'slot', 'data-feature': slot.feature?.kind },
    // The counter and the number of ways share one line, so that free spins do not move the reels.
    ways ? el('div', { class: 'above' }, counter, ways) : counter,
    meter?.element ?? null,
    el('div', { class: 'frame' }, reels.element, curtain.element),
    el('p', { class: 'win-detail' }, detail),
  )
  const stage: SlotStage = {
    context,
    element,
    counter,
    curtain,
    reels,
    wins,
    meter,
    started: 0,
    writeWays,
    clear() {
      wins.clear()
      meter?.put(null)
    },
    step: () => undefined,
  }
  reels.show(restGrid(slot))
  writeWays(restGrid(slot))
  return {
    element,
    choice: () => null,
    setStake: () => undefined,
    begin: () => launch(stage),
    async finish(outcome: Outcome, stake, step) {
      const { spins, payout } = outcome as SpinOutcome
      const paid = spins[0]!
      stage.step = step
      await land(stage, paid)
      wins.present(paid, paid.payout > stake)
      if (slot.feature?.kind === 'cascade') await cascades(stage, spins, stake)
      else if (spins.length > 1) {
        await pace.wait(1_200)
        if (slot.feature?.kind === 'hold') await holdCoins(stage, spins.slice(1), stake, payout > stake)
        else await freeSpins(stage, outcome as SpinOutcome, stake)
      }
      announce(context, { payout, staked: stake })
    },
    abandon() {
      stage.clear()
      reels.show(restGrid(slot))
    },
    rest(outcome) {
      const { spins } = outcome as SpinOutcome
      const last = slot.feature ? spins.at(-1)! : spins[0]!
      reels.show(last.grid)
      writeWays(last.grid)
      if (last.values) showHeld(stage, last)
    },
  }
}
