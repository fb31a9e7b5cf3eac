// Plays the hold feature: announces it, waits for the player, shows each draw, and states the total.

import type { SlotSpin } from '#games/slot-engine/outcome.ts'
import { el } from '../dom.ts'
import type { SlotStage } from './free-spins.ts'

/** How long each draw for the empty places is animated. */
const drawMs = 1_100

/** Shows the held coins with their values; those missing in `before` are marked as new. */
export function showHeld({ reels, context }: SlotStage, spin: SlotSpin, before?: SlotSpin) {
  reels.show(spin.grid)
  spin.values?.forEach((column, reel) =>
    column.forEach((value, row) => {
      const cell = reels.cellAt(reel, row)
      if (!cell || value === 0) return
      cell.append(el('span', { class: 'coin-value', dir: 'ltr' }, context.amounts.short(value)))
      cell.toggleAttribute('data-new', before !== undefined && before.values?.[reel]?.[row] === 0)
    }),
  )
}

const worth = ({ values }: SlotSpin) => (values ?? []).flat().reduce((sum, value) => sum + value, 0)

/** Animates the draw for the places that are still empty. */
async function drawAll({ reels, context }: SlotStage) {
  const empty = reels.element.querySelectorAll<HTMLElement>('.cell[data-symbol="blank"]')
  empty.forEach((cell) => cell.toggleAttribute('data-drawing', true))
  await context.pace.wait(drawMs)
}

export async function holdCoins(stage: SlotStage, spins: readonly SlotSpin[], stake: number, isAbove: boolean) {
  const { context, curtain, element, counter, wins } = stage
  const { words, amounts, pace, showLine, sound } = context
  const [first, ...draws] = spins
  const count = (spin: SlotSpin) => (spin.values ?? []).flat().filter((value) => value > 0).length
  sound.feature()
  await curtain.ask(
    words('holdWon', { count: count(first!) }),
    words('holdRule', { draws: first!.left! }),
    words('begin'),
  )
  stage.step()
  wins.clear()
  element.dataset.mode = 'free'
  counter.hidden = false
  const write = (spin: SlotSpin) => {
    const amount = amounts.written(spin.payout || worth(spin))
    const line = spin.left ? words('holdLeft', { left: spin.left, amount }) : words('holdPaid', { amount })
    counter.textContent = line
    return line
  }
  write(first!)
  showHeld(stage, first!)
  await pace.wait(900)
  for (const [index, spin] of draws.entries()) {
    // One tap skips one draw, not all of them.
    pace.begin()
    stage.step()
    await drawAll(stage)
    const before = spins[index]!
    showHeld(stage, spin, before)
    const more = count(spin) - count(before)
    if (more > 0) sound.stop(index % 5)
    showLine(
      more > 0 ? words('holdMore', { count: more, amount: amounts.written(worth(spin) - worth(before)) }) : write(spin),
    )
    write(spin)
    await pace.wait(more > 0 ? 900 : 300)
  }
  const last = spins.at(-1)!
  wins.present(last, last.payout > stake)
  await pace.wait(900)
  const paid = words('holdPaid', { amount: amounts.written(last.payout) })
  showLine(paid, isAbove ? 'win' : 'plain')
  await curtain.ask(paid, isAbove ? '' : words('notAboveStake'), words('continue'))
  delete element.dataset.mode
  counter.hidden = true
}
