/** Slots with a hold feature: enough coins in a window stay in place, while the other places are redrawn for more coins. */
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

/** Draws the stops from the left. If the feature starts, it then draws the values of the coins shown, and further coins. */
async function playHold(slot: SlotDefinition, draw: Draw, stake: number): Promise<SpinOutcome> {
  assertStake(stake, slot.coins)
  const coin = stake / slot.coins
  const paid = evaluateSpin(slot, await drawStops(slot, draw), coin, 'paid')
  const count = paid.grid.flat().filter((symbol) => symbol === 'coin').length
  const spins =
    count < holdOf(slot).from ? [paid] : [paid, ...(await playFeature(slot, draw, { grid: paid.grid, coin }))]
  return { spins, payout: exactSum(spins) }
}

type Start = { grid: SymbolId[][]; coin: number }

/** Returns the first coins, then each redraw; the last step pays. Places are drawn reel by reel, from the top. */
async function playFeature(slot: SlotDefinition, draw: Draw, { grid, coin }: Start): Promise<SlotSpin[]> {
  const { spins: maxLeft, oneIn, values, full } = holdOf(slot)
  const drawValue = async () => values[await draw.below(values.length)]! * coin
  // 0 where there is no coin.
  const coinValues: number[][] = []
  for (const symbols of grid) {
    const column: number[] = []
    for (const symbol of symbols) column.push(symbol === 'coin' ? await drawValue() : 0)
    coinValues.push(column)
  }
  const spins: SlotSpin[] = [holdSpin(coinValues, maxLeft)]
  for (let left = maxLeft; left > 0 && coinValues.flat().includes(0);) {
    let hasNewCoin = false
    for (const column of coinValues)
      for (const [row, value] of column.entries())
        if (value === 0 && (await draw.below(oneIn)) === 0) {
          column[row] = await drawValue()
          hasNewCoin = true
        }
    left = hasNewCoin ? maxLeft : left - 1
    spins.push(holdSpin(coinValues, coinValues.flat().includes(0) ? left : 0))
  }
  const last = spins.at(-1)!
  const win = coinWin(coinValues, full * coin)
  spins[spins.length - 1] = { ...last, wins: [win], payout: win.payout }
  return spins
}

function holdSpin(coinValues: number[][], left: number): SlotSpin {
  return {
    kind: 'hold',
    stops: [],
    grid: coinValues.map((column) => column.map((value) => (value > 0 ? 'coin' : 'blank'))),
    wins: [],
    payout: 0,
    multiplier: 1,
    freeSpinsAwarded: 0,
    values: coinValues.map((column) => [...column]),
    left,
  }
}

function coinWin(coinValues: number[][], fullPayout: number): SlotWin {
  const positions = coinValues.flatMap((column, reel) =>
    column.flatMap((value, row): Array<[number, number]> => (value > 0 ? [[reel, row]] : [])),
  )
  const isFull = positions.length === coinValues.flat().length
  const payout = isFull ? fullPayout : coinValues.flat().reduce((sum, value) => sum + value, 0)
  return { kind: 'coins', symbol: 'coin', count: positions.length, positions, multiplier: 1, payout }
}
