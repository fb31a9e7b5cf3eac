// A slot on screen: the reels, wins shown and counted up, free spins played in order.

import type { Outcome, SpinOutcome } from '#games/slot-engine/outcome.ts'
import type { SlotDefinition } from '#games/slot-engine/definition.ts'
import { el } from '../dom.ts'
import { ramp, wait } from '../timing.ts'
import type { GameContext, GameView } from '../view.ts'
import { curtainOf } from './curtain.ts'
import { freeSpins, land, launch, type SlotStage } from './free-spins.ts'
import { reelsOf } from './reels.ts'
import { winShowOf } from './wins.ts'

/** A payout of this many stakes or more is celebrated with rays. */
const greatWin = 15

const restGrid = (slot: SlotDefinition) =>
  slot.strips.map((strip, reel) =>
    Array.from({ length: slot.rows }, (_, row) => strip[(reel * 7 + row) % strip.length]!),
  )

/** A payout of at most the stake is shown at once; only a larger one is counted up. */
async function announce(
  { words, amounts, sound, say }: GameContext,
  total: HTMLElement,
  payout: number,
  stake: number,
) {
  if (payout === 0) return say(words('noWin'))
  if (payout <= stake) return say(words('returned', { amount: amounts.written(payout) }))
  const size = payout / stake
  total.hidden = false
  total.dataset.size = size >= greatWin ? 'great' : 'usual'
  sound.win(size)
  await ramp(
    size >= greatWin ? 2_200 : 1_000,
    (share) => (total.textContent = amounts.written(Math.round(payout * share))),
  )
  say(words('won', { amount: amounts.written(payout) }), 'win')
  await wait(900)
  total.hidden = true
}

export function slotView(slot: SlotDefinition, context: GameContext): GameView {
  const reels = reelsOf(slot, context.pictures, (index) => context.sound.stop(index))
  const detail = el('p', { class: 'win-detail' })
  const total = el('div', { class: 'win-total', hidden: true })
  const counter = el('div', { class: 'free-counter', hidden: true })
  const curtain = curtainOf(context.words)
  const wins = winShowOf(slot, reels, context, (line) => (detail.textContent = line))
  const element = el(
    'div',
    { class: 'slot' },
    counter,
    el('div', { class: 'frame' }, reels.element, total, curtain.element),
    detail,
  )
  const stage: SlotStage = {
    context,
    element,
    counter,
    curtain,
    reels,
    wins,
    started: 0,
    clear() {
      wins.clear()
      detail.textContent = ''
      total.hidden = true
    },
  }
  reels.show(restGrid(slot))
  return {
    element,
    controls: null,
    choice: () => null,
    setStake: () => undefined,
    begin: () => launch(stage),
    async finish(outcome: Outcome, stake) {
      const { spins, payout } = outcome as SpinOutcome
      const paid = spins[0]!
      await land(stage, paid)
      wins.present(paid, paid.payout > stake)
      if (spins.length > 1) {
        await wait(1_200)
        await freeSpins(stage, outcome as SpinOutcome, stake)
      }
      await announce(context, total, payout, stake)
    },
    abandon() {
      stage.clear()
      reels.show(restGrid(slot))
    },
    rest: (outcome) => reels.show((outcome as SpinOutcome).spins[0]!.grid),
  }
}
