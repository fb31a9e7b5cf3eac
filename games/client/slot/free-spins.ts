// Plays free spins: announces them, waits for the player, shows each for the full cycle time, and states the total.

import { tierOf } from '../celebration.ts'
import type { SpinOutcome } from '#games/slot-engine/outcome.ts'
import type { GameContext } from '../view.ts'
import type { Curtain } from './curtain.ts'
import type { Meter } from './meter.ts'
import type { Reels } from './reels.ts'
import type { WinShow } from './wins.ts'

export type SlotStage = {
  context: GameContext
  /** Has `data-mode="free"` during free spins. */
  element: HTMLElement
  counter: HTMLElement
  curtain: Curtain
  reels: Reels
  wins: WinShow
  /** Only for games whose multiplier grows. */
  meter: Meter | null
  /** Only for games whose number of ways changes. */
  writeWays(grid: SpinOutcome['spins'][number]['grid']): void
  /** Start of the current spin, by `performance.now`. */
  started: number
  clear(): void
  /** Reports that the result continues, so that the page keeps waiting for its end. */
  step(): void
}

/** Stops the reels, but not before the minimum cycle time is over. */
export async function land(stage: SlotStage, spin: SpinOutcome['spins'][number]) {
  await stage.reels.land(spin, stage.started)
  stage.writeWays(spin.grid)
  const { pace, session } = stage.context
  await pace.wait(stage.started + session.game.cycleMs - 300 - performance.now())
}

export function launch(stage: SlotStage) {
  stage.clear()
  stage.started = performance.now()
  stage.reels.spin()
  stage.context.sound.start()
}

async function playOut(stage: SlotStage, outcome: SpinOutcome, stake: number): Promise<string> {
  const { context, counter } = stage
  const { words, amounts, sound, pace } = context
  const free = outcome.spins.slice(1)
  let sum = 0
  for (const [index, spin] of free.entries()) {
    // One tap skips one spin, not all of them.
    pace.begin()
    stage.step()
    const write = () =>
      (counter.textContent = words('freeSpinCount', {
        number: index + 1,
        of: free.length,
        amount: amounts.written(sum),
      }))
    write()
    launch(stage)
    await land(stage, spin)
    sum += spin.payout
    write()
    stage.wins.present(spin, spin.payout > stake)
    const tier = tierOf({ payout: spin.payout, staked: stake })
    if (tier) sound.win(tier)
    await pace.wait(spin.payout ? 900 : 300)
  }
  return words('freeSpinsPaid', { amount: amounts.written(sum) })
}

/** The lowest and highest number of ways, for games whose free spins use reels of other heights. */
function tallerReels({ session: { definition }, words, amounts }: GameContext): string {
  if (definition.kind !== 'slot' || definition.slot.feature?.kind !== 'heights') return ''
  const { reels, feature } = definition.slot
  const [from, to] = [Math.min(...feature.free), Math.max(...feature.free)].map((height) =>
    amounts.figure(height ** reels, 0),
  )
  return words('freeSpinsHeights', { from: from!, to: to! })
}

export async function freeSpins(stage: SlotStage, outcome: SpinOutcome, stake: number) {
  const { context, curtain, element, counter } = stage
  const { words, sound, showLine } = context
  const count = outcome.spins.length - 1
  const factor = outcome.spins[1]!.multiplier
  const isAbove = outcome.payout > stake
  sound.feature()
  await curtain.ask(
    words('freeSpinsWon', { count }),
    [factor > 1 ? words('freeSpinsMultiplier', { factor }) : '', tallerReels(context)].filter(Boolean).join(' ·\u00a0'),
    words('begin'),
  )
  stage.step()
  element.dataset.mode = 'free'
  counter.hidden = false
  const paid = await playOut(stage, outcome, stake)
  showLine(paid, isAbove ? 'win' : 'plain')
  await curtain.ask(paid, isAbove ? '' : words('notAboveStake'), words('continue'))
  delete element.dataset.mode
  counter.hidden = true
}
