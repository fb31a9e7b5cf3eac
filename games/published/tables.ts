/** The tables of each game, from its maths. */
import { hundredthsOf, baccaratPositions } from '../baccarat/maths.ts'
import { bankerDrawsAt, decks } from '../baccarat/rules.ts'
import { multipliers as diamondMultipliers } from '../diamonds/maths.ts'
import { multipliersOf as kenoMultipliers, mostPicks } from '../keno/maths.ts'
import { type GameMaths, risks } from '../maths.ts'
import { bucketsOf, fewestRows, mostRows } from '../plinko/maths.ts'
import { positions } from '../roulette/positions.ts'
import type { SlotDefinition } from '../slot-engine/definition.ts'
import { segmentsOf, sizes } from '../wheel/maths.ts'

export type Tables = Record<string, unknown>

const fromTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
const byRisk = <Value>(valueOf: (risk: (typeof risks)[number]) => Value) =>
  Object.fromEntries(risks.map((risk) => [risk, valueOf(risk)]))

/** Everything that decides a result; strips as text, so that a person can read them. */
function slotTables({ reels, rows, strips, pays, coins, paytable, wild, freeSpins, feature }: SlotDefinition): Tables {
  return {
    reels,
    rows,
    coins,
    strips: strips.map((strip) => strip.join(' ')),
    pays,
    paytable,
    wild,
    freeSpins,
    feature,
  }
}

const third = fromTo(0, 9)
const hands = { winner: 'player', isPlayerPair: false, isBankerPair: false } as const
const byGame: Record<string, () => Tables> = {
  wheel: () => ({
    multipliers: byRisk((risk) =>
      Object.fromEntries(sizes.map((segments) => [segments, segmentsOf({ risk, segments })])),
    ),
  }),
  plinko: () => ({
    multipliers: byRisk((risk) =>
      Object.fromEntries(fromTo(fewestRows, mostRows).map((rows) => [rows, bucketsOf({ risk, rows })])),
    ),
  }),
  keno: () => ({
    multipliers: byRisk((risk) => fromTo(1, mostPicks).map((picks) => kenoMultipliers(risk, picks))),
  }),
  diamonds: () => ({ multipliers: diamondMultipliers }),
  roulette: () => ({ positions: Object.fromEntries(positions) }),
  'french-roulette': () => ({ positions: Object.fromEntries(positions) }),
  baccarat: () => ({
    decks,
    bankerDraws: fromTo(0, 7).map((total) => third.filter((points) => bankerDrawsAt(total, points))),
    pays: Object.fromEntries(
      baccaratPositions.map((position) => [
        position,
        {
          player: hundredthsOf(position, hands),
          banker: hundredthsOf(position, { ...hands, winner: 'banker' }),
          tie: hundredthsOf(position, { ...hands, winner: 'tie' }),
          playerPair: hundredthsOf(position, { ...hands, isPlayerPair: true }) - hundredthsOf(position, hands),
          bankerPair: hundredthsOf(position, { ...hands, isBankerPair: true }) - hundredthsOf(position, hands),
        },
      ]),
    ),
  }),
}

export function tablesOf(maths: GameMaths): Tables {
  const own = byGame[maths.slug]
  if (own) return own()
  if (maths.kind === 'slot') return slotTables(maths.definition)
  if (!('definition' in maths)) return {}
  const { definition } = maths
  if ('ladder' in definition) return { winCounts: definition.ladder.map(({ winCount }) => winCount) }
  if ('towers' in definition)
    return {
      floors: definition.floors,
      towers: Object.fromEntries(definition.towers.map(({ tower, tiles, safe }) => [tower, { tiles, safe }])),
    }
  if ('pays' in definition) return { pays: Object.fromEntries(definition.pays) }
  return {}
}
