/**
 * Calculates exactly what a bet returns. A selection returns `v + (1 - v) × won × d × odds` per unit, where v is the
 * void part of its stake (0, 1/2 or 1) and d its share of a dead heat. A line multiplies its selections, and a bet adds
 * its lines. All values are exact fractions until the end, where the payout is rounded once: to the nearest subunit, a
 * half upwards.
 */
import { readOdds } from './odds.ts'

export type LegResult = 'won' | 'lost' | 'void' | 'halfWon' | 'halfLost'
/** `tied` competitors share `places` places; each gets that fraction of the stake. */
export type DeadHeat = { places: number; tied: number }
export type SlipLeg = {
  odds: string
  /** Required in an each-way bet: the odds of a place are 1 + (odds - 1) × numerator / denominator. */
  eachWay?: { numerator: number; denominator: number } | undefined
}
export type LegOutcome = {
  result: LegResult
  deadHeat?: DeadHeat | undefined
  /** The result of the place part of an each-way bet. */
  placeResult?: LegResult | undefined
  placeDeadHeat?: DeadHeat | undefined
}
export type Slip = {
  kind: 'single' | 'accumulator' | 'system'
  /** Sizes of the combinations of a system; empty for the other kinds. */
  systemSizes: readonly number[]
  isEachWay: boolean
  legs: readonly SlipLeg[]
  /** The stake of the whole bet, which is divided equally among its lines. */
  stake: bigint
}

/** Named systems by their number of selections and the sizes of their combinations. */
export const systems = {
  trixie: { legs: 3, sizes: [2, 3] },
  patent: { legs: 3, sizes: [1, 2, 3] },
  yankee: { legs: 4, sizes: [2, 3, 4] },
  lucky15: { legs: 4, sizes: [1, 2, 3, 4] },
  canadian: { legs: 5, sizes: [2, 3, 4, 5] },
  lucky31: { legs: 5, sizes: [1, 2, 3, 4, 5] },
  heinz: { legs: 6, sizes: [2, 3, 4, 5, 6] },
  lucky63: { legs: 6, sizes: [1, 2, 3, 4, 5, 6] },
  superHeinz: { legs: 7, sizes: [2, 3, 4, 5, 6, 7] },
  goliath: { legs: 8, sizes: [2, 3, 4, 5, 6, 7, 8] },
} as const

/** The reason why a slip is not a valid bet; null if it is valid. */
export function slipFault({ kind, systemSizes, isEachWay, legs, stake }: Slip): string | null {
  if (stake < 1n) return 'the stake is not positive'
  if (kind === 'single' && legs.length !== 1) return 'a single has one selection'
  if (kind === 'accumulator' && legs.length < 2) return 'an accumulator has at least two selections'
  if (kind === 'system') {
    if (legs.length < 2) return 'a system has at least two selections'
    if (systemSizes.length === 0) return 'a system has combinations'
    if (systemSizes.some((size, at) => size < 1 || size > legs.length || size <= (systemSizes[at - 1] ?? 0)))
      return 'the sizes of combinations ascend, up to the number of selections'
  } else if (systemSizes.length > 0) return 'only a system has combinations'
  if (isEachWay && legs.some((leg) => !leg.eachWay)) return 'each selection of an each-way bet has its terms'
  return null
}

/** The number of lines of a bet; those of an each-way bet count twice. */
export function countLines(
  slip: Pick<Slip, 'kind' | 'systemSizes' | 'isEachWay'> & { legs: { length: number } },
): bigint {
  const lines = sizesOf(slip).reduce((sum, size) => sum + combinations(slip.legs.length, size), 0n)
  return slip.isEachWay ? lines * 2n : lines
}

/** The payout in subunits, including the stake, with one outcome for each selection; at most `cap` if it is given. */
export function settle(slip: Slip, outcomes: readonly LegOutcome[], cap?: bigint): bigint {
  const fault = slipFault(slip)
  if (fault) throw new RangeError(fault)
  if (outcomes.length !== slip.legs.length) throw new RangeError('every selection has one outcome')
  const payout = round(exactReturn(slip, outcomes))
  return cap !== undefined && payout > cap ? cap : payout
}

function exactReturn(slip: Slip, outcomes: readonly LegOutcome[]): Fraction {
  const parts = [
    sumOfLines(
      slip,
      slip.legs.map((leg, at) => winReturn(leg, outcomes[at]!)),
    ),
  ]
  if (slip.isEachWay)
    parts.push(
      sumOfLines(
        slip,
        slip.legs.map((leg, at) => placeReturn(leg, outcomes[at]!)),
      ),
    )
  return ofStake(slip, parts.reduce(add))
}

/** The payout if every selection wins, and is placed. */
export const highestPayout = (slip: Slip): bigint => settle(slip, allWon(slip))

const allWon = ({ legs }: Slip): LegOutcome[] => legs.map(() => ({ result: 'won', placeResult: 'won' }))

/**
 * The combined price of all selections in thousandths, as displayed: what a unit stake returns if every selection wins,
 * multiplied exactly and rounded down once. A payout is calculated from the exact product, so it is never less than
 * the stake times the displayed price.
 */
export function slipOdds(slip: Omit<Slip, 'stake'>): bigint {
  const unit = { ...slip, stake: 1000n }
  const { numerator, denominator } = exactReturn(unit, allWon(unit))
  return numerator / denominator
}

/** What the stake is worth, unrounded, if the selections return these amounts per unit. */
export const worthOf = (slip: Slip, returns: Fraction[]): Fraction => ofStake(slip, sumOfLines(slip, returns))

const ofStake = (slip: Slip, { numerator, denominator }: Fraction): Fraction => ({
  numerator: slip.stake * numerator,
  denominator: countLines(slip) * denominator,
})

/** A fraction that is not reduced, because its parts are multiplied out only once per bet. */
export type Fraction = { numerator: bigint; denominator: bigint }

const add = (one: Fraction, other: Fraction): Fraction => ({
  numerator: one.numerator * other.denominator + other.numerator * one.denominator,
  denominator: one.denominator * other.denominator,
})

function winReturn({ odds }: SlipLeg, { result, deadHeat }: LegOutcome): Fraction {
  return legReturn({ numerator: readOdds(odds), denominator: 1000n }, result, deadHeat)
}

function placeReturn({ odds, eachWay }: SlipLeg, { placeResult, placeDeadHeat }: LegOutcome): Fraction {
  if (!eachWay || !placeResult) throw new RangeError('an each-way selection has terms and the result of its place')
  const denominator = 1000n * BigInt(eachWay.denominator)
  return legReturn(
    { numerator: denominator + (readOdds(odds) - 1000n) * BigInt(eachWay.numerator), denominator },
    placeResult,
    placeDeadHeat,
  )
}

function legReturn(odds: Fraction, result: LegResult, deadHeat?: DeadHeat): Fraction {
  if (deadHeat && deadHeat.places >= deadHeat.tied) throw new RangeError('a dead heat has more competitors than places')
  const share = deadHeat ?? { places: 1, tied: 1 }
  const won = { numerator: odds.numerator * BigInt(share.places), denominator: odds.denominator * BigInt(share.tied) }
  switch (result) {
    case 'won':
      return won
    case 'lost':
      return { numerator: 0n, denominator: 1n }
    case 'void':
      return { numerator: 1n, denominator: 1n }
    case 'halfWon':
      return { numerator: won.denominator + won.numerator, denominator: 2n * won.denominator }
    case 'halfLost':
      return { numerator: 1n, denominator: 2n }
  }
}

/**
 * The sum over all lines, for a unit stake on each. The coefficient of x^k in the product of (under + over × x) is the
 * sum over all combinations of k selections, times the product of all denominators.
 */
function sumOfLines(slip: Slip, returns: Fraction[]): Fraction {
  let coefficients = [1n]
  for (const { numerator, denominator } of returns) {
    const next = [...coefficients.map((each) => each * denominator), 0n]
    for (const [power, each] of coefficients.entries()) next[power + 1]! += each * numerator
    coefficients = next
  }
  const denominator = returns.reduce((product, each) => product * each.denominator, 1n)
  return { numerator: sizesOf(slip).reduce((sum, size) => sum + coefficients[size]!, 0n), denominator }
}

function sizesOf({ kind, systemSizes, legs }: Pick<Slip, 'kind' | 'systemSizes'> & { legs: { length: number } }) {
  return kind === 'system' ? systemSizes : [legs.length]
}

function combinations(n: number, k: number): bigint {
  let count = 1n
  for (let i = 1; i <= k; i++) count = (count * BigInt(n - k + i)) / BigInt(i)
  return count
}

/** Rounds a half upwards. */
const round = ({ numerator, denominator }: Fraction): bigint => (2n * numerator + denominator) / (2n * denominator)
