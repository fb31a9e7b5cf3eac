/** What a settled round adds to a player's score in a run: the rules as functions, without the database. */
import { baseCurrency, type ExactRates, findCurrency, type Fraction } from '../../../reference/index.ts'
import type { Round } from '../../settled-play.ts'

/** The rules of a run. Moments in microseconds; amounts in subunits of the base currency. */
export type RunRules = {
  scoreBy: string
  firstRounds: number | null
  bestRounds: number | null
  /** In hundredths. */
  multiplierCap: bigint | null
  minStake: bigint
  games: ReadonlySet<string> | null
  currencies: ReadonlySet<string> | null
  countsBonusMoney: boolean
  countsFreeSpins: boolean
  startsAt: number
  endsAt: number
  /** Frozen at the start. */
  rates: ExactRates
}

export type Score = {
  score: bigint
  /** The movement that brought the score to its value. */
  reached: bigint
  rounds: number
  /** Of an equalised score: the best multipliers so far, in descending order. */
  best: bigint[]
}

export const noScore = (): Score => ({ score: 0n, reached: 0n, rounds: 0, best: [] })

/** Whether the round counts in the run: the same for every score. */
function countsIn(run: RunRules, { settledAt, game, currency, bonusStake, freeStake }: Round): boolean {
  return (
    settledAt >= run.startsAt &&
    settledAt < run.endsAt &&
    (run.games === null || run.games.has(game.id)) &&
    (run.currencies === null || run.currencies.has(currency)) &&
    (run.countsBonusMoney || bonusStake === 0n) &&
    (run.countsFreeSpins || freeStake === 0n)
  )
}

const perBase = BigInt(findCurrency(baseCurrency)!.subunitToUnit)

/** Subunits of the base currency, truncated. */
function inBase(amount: bigint, { numerator, denominator }: Fraction): bigint {
  return numerator === perBase && denominator === 1n ? amount : (amount * perBase * denominator) / numerator
}

/** Changes the score by a round; false if the round does not count in the run. */
export function addRound(run: RunRules, own: Score, round: Round): boolean {
  if (!countsIn(run, round)) return false
  const { movement, won } = round
  const staked = round.stake + round.freeStake
  const rate = run.rates.get(round.currency)
  if (staked <= 0n || !rate) return false
  const stake = inBase(staked, rate)
  if (stake < run.minStake) return false
  const isFirst = run.firstRounds === null || own.rounds < run.firstRounds
  switch (run.scoreBy) {
    case 'stake':
      add(own, stake, movement)
      break
    case 'rounds':
      add(own, 1n, movement)
      break
    case 'net':
      add(own, inBase(won, rate) - stake, movement)
      break
    case 'multipliers':
      if (isFirst) add(own, multiplierOf(won, staked), movement)
      break
    case 'multiplier':
      peak(own, multiplierOf(won, staked), movement)
      break
    case 'equalised':
      if (isFirst) equalise(run, own, movement, multiplierOf(won, staked))
      break
    default:
      throw new Error(`unknown score ${run.scoreBy}`)
  }
  own.rounds++
  return true
}

/** In hundredths. */
const multiplierOf = (won: bigint, staked: bigint): bigint => (won === 0n ? 0n : (won * 100n) / staked)

function peak(own: Score, multiplier: bigint, movement: number): void {
  if (own.rounds > 0 && multiplier <= own.score) return
  own.score = multiplier
  own.reached = BigInt(movement)
}

function add(own: Score, points: bigint, movement: number): void {
  if (points === 0n) return
  own.score += points
  own.reached = BigInt(movement)
}

/** The best of the first rounds. A round raises the score unless as many before it were at least as good as count. */
function equalise({ multiplierCap, bestRounds }: RunRules, own: Score, movement: number, multiplier: bigint): void {
  const points = multiplier < multiplierCap! ? multiplier : multiplierCap!
  const place = own.best.filter((earlier) => earlier >= points).length
  if (place >= bestRounds!) return
  own.best = own.best.toSpliced(place, 0, points).slice(0, bestRounds!)
  own.score = own.best.reduce((sum, one) => sum + one, 0n)
  if (points > 0n) own.reached = BigInt(movement)
}
