/** Which terms a jackpot may have. A pot grows in equal steps from its seed to its cap, so that all odds are exact. */
import { type JackpotLevel, jackpotLevels, type Ratio, returnOverTime } from './jackpot-odds.ts'

type LevelTerms = { contribution: bigint; seed: bigint; cap: bigint }
/** All amounts in one unit of the currency, such as its subunit. */
export type JackpotAmounts = { sideStake: bigint; levels: Record<JackpotLevel, LevelTerms> }
export type TermsFault = 'splitInvalid' | 'capInvalid' | 'returnTooHigh'

/** Null for terms that a jackpot may have. */
export function checkTerms(terms: JackpotAmounts): TermsFault | null {
  const all = jackpotLevels.map((level) => terms.levels[level])
  if (terms.sideStake <= 0n || all.some(({ contribution, seed }) => contribution <= 0n || seed < 0n))
    return 'splitInvalid'
  if (all.reduce((sum, { contribution }) => sum + contribution, 0n) > terms.sideStake) return 'splitInvalid'
  if (all.some(({ contribution, seed, cap }) => cap <= seed || (cap - seed) % contribution !== 0n)) return 'capInvalid'
  const { of, from } = averageReturn(terms)
  return of > from ? 'returnTooHigh' : null
}

/** Of valid terms: the part of all side stakes that players get back on average. */
export function averageReturn({ sideStake, levels }: JackpotAmounts): Ratio {
  return returnOverTime({
    sideStake: Number(sideStake),
    levels: jackpotLevels.map((level) => {
      const { contribution, seed, cap } = levels[level]
      return { contribution: Number(contribution), seed: Number(seed), cap: Number(cap) }
    }),
  })
}

/** Of a level of valid terms: how many side stakes a pot gets on average, and at most, until it is won. */
export function sideStakesOf({ contribution, seed, cap }: LevelTerms): { average: number; most: number } {
  const most = (cap - seed) / contribution
  return { average: Number(most + 1n) / 2, most: Number(most) }
}

const suggested = {
  mini: { tenths: 3n, seed: 60n, sideStakes: 500n },
  major: { tenths: 2n, seed: 500n, sideStakes: 22_500n },
  grand: { tenths: 1n, seed: 5_000n, sideStakes: 450_000n },
} as const

/** Terms that return about 90 % of the side stakes. Null if the side stake is too small to be divided. */
export function suggestTerms(sideStake: bigint): JackpotAmounts | null {
  if (sideStake < 10n) return null
  const of = (level: JackpotLevel): LevelTerms => {
    const { tenths, seed: seeds, sideStakes } = suggested[level]
    const [contribution, seed] = [(sideStake * tenths) / 10n, sideStake * seeds]
    return { contribution, seed, cap: seed + contribution * sideStakes }
  }
  return { sideStake, levels: { mini: of('mini'), major: of('major'), grand: of('grand') } }
}
