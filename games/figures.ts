/**
 * The figures shown to players, per game: calculated by exact enumeration and stored in games/figures.json with
 * the hash of their maths. `node games/figures.ts [game…]` writes them; a test verifies them against the enumeration.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { definition as dice } from './dice/maths.ts'
import { games } from './games.ts'
import { mathsHash } from './maths-hash.ts'
import { type FloorMaths, type GameMaths, isFloor, isStepped } from './maths.ts'
import { type Odds, oddsOf } from './odds.ts'
import type { SlotFigures } from './slot-engine/figures.ts'
import { figuresOf } from './slot-figures.ts'
import { compare, isEqual, type Rational, rational, toDecimal, toNumber } from './slot-engine/rational.ts'

export type GameFigures = {
  mathsVersion: string
  mathsHash: string
  /** The exact fraction, and the percentage shown: where choices differ, at the one with which the game opens. */
  rtpExact: string
  rtp: number
  /** Percent; null where the player's choice decides it. */
  hitRate: number | null
  /** Standard deviation of one round in stakes, at the default choice. */
  deviation: number
  /** Percent: the returns of the choices with the worst and the best odds. */
  rtpLowest: number
  rtpHighest: number
  maxWinMultiplier: number
  /** Rounds per maximum win, on average, at the choice that offers it. */
  maxWinOneIn: number
  /** Rounds per free spin win, on average; null without free spins. */
  freeSpinsEvery: number | null
}

/** `known` are the figures of a slot if they have been calculated already. */
export function computeFigures(game: GameMaths, known?: SlotFigures): GameFigures {
  const build = { mathsVersion: game.version, mathsHash: mathsHash(game.slug) }
  if (isFloor(game)) return { ...build, ...floorFigures(game) }
  if (isStepped(game)) {
    const { rtp, deviation, highest, highestOneIn, hitRate } = game.figures
    return {
      ...build,
      rtpExact: `${rtp.numerator}/${rtp.denominator}`,
      rtp: percent(rtp),
      rtpLowest: percent(rtp),
      rtpHighest: percent(rtp),
      hitRate,
      deviation,
      maxWinMultiplier: highest,
      maxWinOneIn: highestOneIn,
      freeSpinsEvery: null,
    }
  }
  if (game.kind === 'dice') {
    const chance = dice.defaultWinCount / dice.sides
    const multiplier = 0.99 / chance
    const deviation = round(multiplier * Math.sqrt(chance * (1 - chance)), 2)
    return {
      ...build,
      rtpExact: '99/100',
      rtp: 99,
      rtpLowest: 99,
      rtpHighest: 99,
      hitRate: null,
      deviation,
      maxWinMultiplier: Math.max(...dice.ladder.map((step) => step.multiplier)),
      maxWinOneIn: dice.sides / Math.min(...dice.ladder.map((step) => step.winCount)),
      freeSpinsEvery: null,
    }
  }
  const figures = known ?? figuresOf(game.definition)
  return {
    ...build,
    rtpExact: `${figures.rtp.numerator}/${figures.rtp.denominator}`,
    rtp: percent(figures.rtp),
    rtpLowest: percent(figures.rtp),
    rtpHighest: percent(figures.rtp),
    hitRate: percent(figures.hitRate),
    deviation: round(Math.sqrt(toNumber(figures.variance)), 2),
    maxWinMultiplier: toDecimal(figures.maxWin, 2),
    maxWinOneIn: oneIn(figures.maxWinChance),
    freeSpinsEvery: figures.freeSpinRate.numerator === 0n ? null : oneIn(figures.freeSpinRate),
  }
}

function floorFigures(game: FloorMaths): Omit<GameFigures, 'mathsVersion' | 'mathsHash'> {
  const stake = game.unit * 100
  const all = [...game.everyChoice(stake)].map((choice) => oddsOf(game, choice, stake))
  const [worst, best] = [all.toSorted(byReturn)[0]!, all.toSorted(byReturn).at(-1)!]
  const highest = all
    .toSorted((one, other) => compare(one.maxWin, other.maxWin) || compare(one.maxWinChance, other.maxWinChance))
    .at(-1)!
  const { rtp, variance } = oddsOf(game, game.firstChoice(stake), stake)
  // Players do not consider a payout below the stake a hit, so a rate that counts such payouts is not shown.
  const isOne = all.every(({ hitRate, isPartial }) => !isPartial && isEqual(hitRate, all[0]!.hitRate))
  return {
    rtpExact: `${rtp.numerator}/${rtp.denominator}`,
    rtp: percent(rtp),
    rtpLowest: percent(worst.rtp),
    rtpHighest: percent(best.rtp),
    hitRate: isOne ? percent(all[0]!.hitRate) : null,
    deviation: round(Math.sqrt(Number(variance.numerator) / Number(variance.denominator)), 2),
    maxWinMultiplier: toDecimal(highest.maxWin, 2),
    maxWinOneIn: oneIn(highest.maxWinChance),
    freeSpinsEvery: null,
  }
}

function byReturn(one: Odds, other: Odds): number {
  return compare(one.rtp, other.rtp)
}

const file = new URL('figures.json', import.meta.url)

let stored: Record<string, GameFigures> | undefined

/** Throws if the figures do not belong to the deployed sources, because only enumerated returns may be shown. */
export function readFigures(slug: string): GameFigures {
  stored ??= readStored()
  const figures = stored[slug]
  if (figures?.mathsHash !== mathsHash(slug))
    throw new Error(`the figures of ${slug} belong to another build of its maths; run: node games/figures.ts`)
  return figures
}

function readStored(): Record<string, GameFigures> {
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, GameFigures>
}
function oneIn({ numerator, denominator }: Rational): number {
  return toDecimal(rational(denominator, numerator), 0)
}
function percent(value: Rational): number {
  return toDecimal({ ...value, numerator: value.numerator * 100n }, 2)
}
function round(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals
}

if (import.meta.main) {
  const named = process.argv.slice(2)
  const before = readStored()
  const isCalculated = ({ slug }: GameMaths) => named.length === 0 || named.includes(slug)
  const all = games.map((game) => [game.slug, isCalculated(game) ? computeFigures(game) : before[game.slug]])
  // The formatter writes exponents without their plus sign.
  const text = JSON.stringify(Object.fromEntries(all), null, 2).replaceAll(/(?<=\de)\+(?=\d+,?$)/gm, '')
  writeFileSync(file, `${text}\n`)
}
