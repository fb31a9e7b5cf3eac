/**
 * What a bet returns, exactly. A selection returns `v + (1 - v) × won × d × odds` per unit: v is the void part of its
 * stake (0, 1/2 or 1), d its share of a dead heat. Lines multiply selections, a bet adds its lines. Everything is an
 * exact fraction until the end, where the payout is rounded once: to the nearest subunit, a half upwards.
 */
import { readOdds } from './odds.ts'

export type LegResult = 'won' | 'lost' | 'void' | 'halfWon' | 'halfLost'
/** `places` places are left for `tied` competitors: each gets that share of the stake. */
export type DeadHeat = { places: number; tied: number }
export type SlipLeg = {
  odds: string
  /** Required in an each-way bet: the odds of a place are 1 + (odds - 1) × numerator / denominator. */
  eachWay?: { numerator: number; denominator: number } | undefined
}
export type LegOutcome = {
  result: LegResult
  deadHeat?: DeadHeat | undefined
  /** Of the place, in an each-way bet. */
  placeResult?: LegResult | undefined
  placeDeadHeat?: DeadHeat | undefined
}
export type Slip = {
  kind: 'single' | 'accumulator' | 'system'
  /** Sizes of the combinations of a system; empty for the other kinds. */
  systemSizes: readonly number[]
  isEachWay: boolean
  legs: readonly SlipLeg[]
  /** Of the whole bet, divided equally among its lines. */
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

/** Why a slip is no bet; null if it is one. */
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

/** Lines of a bet: those of an each-way bet count twice. */
export function countLines(
  slip: Pick<Slip, 'kind' | 'systemSizes' | 'isEachWay'> & { legs: { length: number } },
): bigint {
  const lines = sizesOf(slip).reduce((sum, size) => sum + combinations(slip.legs.length, size), 0n)
  return slip.isEachWay ? lines * 2n : lines
}

/** The payout in subunits, stake included, with one outcome for each selection; at most `cap` where one is given. */
export function settle(slip: Slip, outcomes: readonly LegOutcome[], cap?: bigint): bigint {
  const fault = slipFault(slip)
  if (fault) throw new RangeError(fault)
  if (outcomes.length !== slip.legs.length) throw new RangeError('every selection has one outcome')
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
  const payout = rounded(ofStake(slip, parts.reduce(add)))
  return cap !== undefined && payout > cap ? cap : payout
}

/** The payout if every selection wins, and is placed. */
export function highestPayout(slip: Slip): bigint {
  return settle(
    slip,
    slip.legs.map(() => ({ result: 'won', placeResult: 'won' })),
  )
}

/**
 * The price of all selections together in thousandths, as it is shown: what a unit stake returns if every selection
 * wins, multiplied exactly and rounded once, a half upwards. A payout is calculated from the exact product.
 */
export const slipOdds = (slip: Omit<Slip, 'stake'>): bigint => highestPayout({ ...slip, stake: 1000n })

/** What the stake is worth, unrounded, when each selection returns so much per unit. */
export const worthOf = (slip: Slip, returns: Fraction[]): Fraction => ofStake(slip, sumOfLines(slip, returns))

const ofStake = (slip: Slip, { over, under }: Fraction): Fraction => ({
  over: slip.stake * over,
  under: countLines(slip) * under,
})

/** A fraction that is not reduced: its parts are multiplied out once per bet. */
export type Fraction = { over: bigint; under: bigint }

const add = (one: Fraction, other: Fraction): Fraction => ({
  over: one.over * other.under + other.over * one.under,
  under: one.under * other.under,
})

function winReturn({ odds }: SlipLeg, { result, deadHeat }: LegOutcome): Fraction {
  return legReturn({ over: readOdds(odds), under: 1000n }, result, deadHeat)
}

function placeReturn({ odds, eachWay }: SlipLeg, { placeResult, placeDeadHeat }: LegOutcome): Fraction {
  if (!eachWay || !placeResult) throw new RangeError('an each-way selection has terms and the result of its place')
  const under = 1000n * BigInt(eachWay.denominator)
  return legReturn(
    { over: under + (readOdds(odds) - 1000n) * BigInt(eachWay.numerator), under },
    placeResult,
    placeDeadHeat,
  )
}

function legReturn(odds: Fraction, result: LegResult, deadHeat?: DeadHeat): Fraction {
  if (deadHeat && deadHeat.places >= deadHeat.tied) throw new RangeError('a dead heat has more competitors than places')
  const share = deadHeat ?? { places: 1, tied: 1 }
  const won = { over: odds.over * BigInt(share.places), under: odds.under * BigInt(share.tied) }
  switch (result) {
    case 'won':
      return won
    case 'lost':
      return { over: 0n, under: 1n }
    case 'void':
      return { over: 1n, under: 1n }
    case 'halfWon':
      return { over: won.under + won.over, under: 2n * won.under }
    case 'halfLost':
      return { over: 1n, under: 2n }
  }
}

/**
 * The sum over all lines, for a unit stake on each. The coefficient of x^k in the product of (under + over × x) is the
 * sum over all combinations of k selections, times the product of all denominators.
 */
function sumOfLines(slip: Slip, returns: Fraction[]): Fraction {
  let coefficients = [1n]
  for (const { over, under } of returns) {
    const next = [...coefficients.map((each) => each * under), 0n]
    for (const [power, each] of coefficients.entries()) next[power + 1]! += each * over
    coefficients = next
  }
  const under = returns.reduce((product, each) => product * each.under, 1n)
  return { over: sizesOf(slip).reduce((sum, size) => sum + coefficients[size]!, 0n), under }
}

function sizesOf({ kind, systemSizes, legs }: Pick<Slip, 'kind' | 'systemSizes'> & { legs: { length: number } }) {
  return kind === 'system' ? systemSizes : [legs.length]
}

function combinations(n: number, k: number): bigint {
  let count = 1n
  for (let i = 1; i <= k; i++) count = (count * BigInt(n - k + i)) / BigInt(i)
  return count
}

/** A half upwards. */
const rounded = ({ over, under }: Fraction): bigint => (2n * over + under) / (2n * under)
