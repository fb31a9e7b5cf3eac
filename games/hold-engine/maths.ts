/** Slots in which enough coins in a window are held, while all other places are drawn again for more of them. */
import { assertStake, type Draw, type SlotMaths } from '../maths.ts'
import type { Feature, SlotDefinition, SymbolId } from '../slot-engine/definition.ts'
import { evaluateSpin, exactSum } from '../slot-engine/evaluate.ts'
import { drawStops, slotMaths } from '../slot-engine/maths.ts'
import type { SlotSpin, SlotWin, SpinOutcome } from '../slot-engine/outcome.ts'

export type Hold = Extract<Feature, { kind: 'hold' }>

export const holdMaths = (slot: SlotDefinition): SlotMaths => slotMaths(slot, playHold)

export function holdOf({ slug, feature }: SlotDefinition): Hold {
  if (feature?.kind !== 'hold') throw new RangeError(`${slug} holds no coins`)
  return feature
}

/** The stops from the left; then, where coins are held, the values of those that show, and every draw for more. */
async function playHold(slot: SlotDefinition, draw: Draw, stake: number): Promise<SpinOutcome> {
  assertStake(stake, slot.coins)
  const coin = stake / slot.coins
  const paid = evaluateSpin(slot, await drawStops(slot, draw), coin, 'paid')
  const count = paid.grid.flat().filter((symbol) => symbol === 'coin').length
  const spins = count < holdOf(slot).from ? [paid] : [paid, ...(await hold(slot, draw, { grid: paid.grid, coin }))]
  return { spins, payout: exactSum(spins) }
}

type Start = { grid: SymbolId[][]; coin: number }

/** The coins as they are held, and then each draw; the last one pays. Places are drawn reel by reel, from the top. */
async function hold(slot: SlotDefinition, draw: Draw, { grid, coin }: Start): Promise<SlotSpin[]> {
  const { spins: most, oneIn, values, full } = holdOf(slot)
  const value = async () => values[await draw.below(values.length)]! * coin
  const held: number[][] = []
  for (const column of grid) {
    const row: number[] = []
    for (const symbol of column) row.push(symbol === 'coin' ? await value() : 0)
    held.push(row)
  }
  const shown: SlotSpin[] = [holdSpin(held, most)]
  for (let left = most; left > 0 && held.flat().includes(0);) {
    let isNew = false
    for (const column of held)
      for (const [row, present] of column.entries())
        if (present === 0 && (await draw.below(oneIn)) === 0) {
          column[row] = await value()
          isNew = true
        }
    left = isNew ? most : left - 1
    shown.push(holdSpin(held, held.flat().includes(0) ? left : 0))
  }
  const last = shown.at(-1)!
  const win = coinWin(held, full * coin)
  shown[shown.length - 1] = { ...last, wins: [win], payout: win.payout }
  return shown
}

function holdSpin(held: number[][], left: number): SlotSpin {
  return {
    kind: 'hold',
    stops: [],
    grid: held.map((column) => column.map((value) => (value > 0 ? 'coin' : 'blank'))),
    wins: [],
    payout: 0,
    multiplier: 1,
    freeSpinsAwarded: 0,
    values: held.map((column) => [...column]),
    left,
  }
}

function coinWin(held: number[][], full: number): SlotWin {
  const positions = held.flatMap((column, reel) =>
    column.flatMap((value, row): Array<[number, number]> => (value > 0 ? [[reel, row]] : [])),
  )
  const isFull = positions.length === held.flat().length
  const payout = isFull ? full : held.flat().reduce((sum, value) => sum + value, 0)
  return { kind: 'coins', symbol: 'coin', count: positions.length, positions, multiplier: 1, payout }
}
