// A slot on the screen: the reels in their frame, wins shown and counted, free spins played out in turn.

import type { Outcome, SlotSpin, SpinOutcome } from '#games/slot-engine/outcome.ts'
import type { SlotDefinition } from '#games/slot-engine/definition.ts'
import { el } from '../dom.ts'
import { ramp, wait } from '../timing.ts'
import type { GameContext, GameView } from '../view.ts'
import { curtainOf } from './curtain.ts'
import { reelsOf } from './reels.ts'
import { winShowOf } from './wins.ts'

const restGrid = (slot: SlotDefinition) => slot.strips.map((strip, reel) => Array.from({ length: slot.rows }, (_, row) => strip[(reel * 7 + row) % strip.length]!))

export function slotView(slot: SlotDefinition, context: GameContext): GameView {
  const { words, amounts, sound, session, say } = context
  const reels = reelsOf(slot, context.pictures, (index) => sound.stop(index))
  const detail = el('p', { class: 'win-detail' })
  const total = el('div', { class: 'win-total', hidden: true })
  const counter = el('div', { class: 'free-counter', hidden: true })
  const curtain = curtainOf(words)
  const wins = winShowOf(slot, reels, context, (line) => (detail.textContent = line))
  const element = el('div', { class: 'slot' }, counter, el('div', { class: 'frame' }, reels.element, total, curtain.element), detail)
  let started = 0

  function clear() {
    wins.clear()
    detail.textContent = ''
    total.hidden = true
  }

  async function land(spin: SlotSpin) {
    await reels.land(spin, started)
    await wait(started + session.game.cycleMs - 300 - performance.now())
  }

  /** A return of the stake or less is written down; only what is more is counted up. */
  async function announce(payout: number, stake: number) {
    if (payout > stake) {
      const size = payout / stake
      total.hidden = false
      total.dataset.size = size >= 15 ? 'great' : 'usual'
      sound.win(size)
      await ramp(size >= 15 ? 2_200 : 1_000, (share) => (total.textContent = amounts.written(Math.round(payout * share))))
      say(words('won', { amount: amounts.written(payout) }), 'win')
      await wait(900)
      total.hidden = true
    } else if (payout > 0) say(words('returned', { amount: amounts.written(payout) }))
    else say(words('noWin'))
  }

  async function freeSpins(outcome: SpinOutcome, stake: number) {
    const free = outcome.spins.slice(1)
    sound.feature()
    await curtain.ask(words('freeSpinsWon', { count: free.length }), free[0]!.multiplier > 1 ? words('freeSpinsMultiplier', { factor: free[0]!.multiplier }) : '', words('begin'))
    element.dataset.mode = 'free'
    counter.hidden = false
    let sum = 0
    for (const [index, spin] of free.entries()) {
      clear()
      const write = () => (counter.textContent = words('freeSpinCount', { number: index + 1, of: free.length, amount: amounts.written(sum) }))
      write()
      started = performance.now()
      reels.spin()
      sound.start()
      await land(spin)
      sum += spin.payout
      write()
      wins.present(spin, spin.payout > stake)
      if (spin.payout > stake) sound.win(spin.payout / stake)
      await wait(spin.payout ? 900 : 300)
    }
    say(words('freeSpinsPaid', { amount: amounts.written(sum) }), outcome.payout > stake ? 'win' : 'plain')
    await curtain.ask(words('freeSpinsPaid', { amount: amounts.written(sum) }), outcome.payout > stake ? '' : words('notAboveStake'), words('continue'))
    delete element.dataset.mode
    counter.hidden = true
  }

  reels.show(restGrid(slot))
  return {
    element,
    controls: null,
    choice: () => null,
    setStake: () => undefined,
    begin() {
      clear()
      started = performance.now()
      reels.spin()
      sound.start()
    },
    async finish(outcome: Outcome, stake) {
      const { spins, payout } = outcome as SpinOutcome
      const paid = spins[0]!
      await land(paid)
      wins.present(paid, paid.payout > stake)
      if (spins.length > 1) {
        await wait(1_200)
        await freeSpins(outcome as SpinOutcome, stake)
      }
      await announce(payout, stake)
    },
    abandon() {
      clear()
      reels.show(restGrid(slot))
    },
    rest: (outcome) => reels.show((outcome as SpinOutcome).spins[0]!.grid),
  }
}
