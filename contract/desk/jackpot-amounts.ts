/** The terms of a jackpot as an operator types them: what they cost and return, and terms for a side stake. */
import { type JackpotLevel, jackpotLevels, percentOf } from '../jackpot-odds.ts'
import {
  averageReturn,
  checkTerms,
  type JackpotAmounts,
  sideStakesOf,
  suggestTerms,
  type TermsFault,
} from '../jackpot-terms.ts'

type Part = 'contribution' | 'seed' | 'cap'
/** In units of the currency. */
export type TypedTerms = { sideStake: string; levels: Record<JackpotLevel, Record<Part, string>> }
export type Preview =
  | { fault: TermsFault | 'amountInvalid' }
  | {
      /** Of the first pots together. */
      seeds: string
      percent: number
      /** Of 1,000 side stakes, on average. */
      kept: string
      levels: Array<{ level: JackpotLevel; average: number; most: number; seed: string }>
    }

/** Most currencies have two decimals; the server refuses more than the currency has. */
const fewestDecimals = 2
const decimal = /^\d{1,15}(?:\.(\d{1,10}))?$/

export function previewOf({ sideStake, levels }: TypedTerms): Preview {
  const texts = [sideStake, ...jackpotLevels.flatMap((level) => Object.values(levels[level]))].map((text) =>
    text.trim(),
  )
  if (!texts.every((text) => decimal.test(text))) return { fault: 'amountInvalid' }
  const decimals = Math.max(...texts.map(decimalsOf))
  const read = (text: string) => toWhole(text.trim(), decimals)
  const of = (level: JackpotLevel) => ({
    contribution: read(levels[level].contribution),
    seed: read(levels[level].seed),
    cap: read(levels[level].cap),
  })
  const terms: JackpotAmounts = {
    sideStake: read(sideStake),
    levels: { mini: of('mini'), major: of('major'), grand: of('grand') },
  }
  const fault = checkTerms(terms)
  if (fault) return { fault }
  const { of: paid, from } = averageReturn(terms)
  const write = (amount: bigint) => toText(amount, decimals)
  return {
    seeds: write(jackpotLevels.reduce((sum, level) => sum + terms.levels[level].seed, 0n)),
    percent: percentOf({ of: paid, from }),
    kept: write((terms.sideStake * 1_000n * (from - paid)) / from),
    levels: jackpotLevels.map((level) => ({
      level,
      ...sideStakesOf(terms.levels[level]),
      seed: write(terms.levels[level].seed),
    })),
  }
}

/** Null if the side stake is no amount, or too small to be divided. */
export function suggestedFor(sideStake: string): TypedTerms | null {
  const text = sideStake.trim()
  if (!decimal.test(text)) return null
  const decimals = Math.max(fewestDecimals, decimalsOf(text))
  const terms = suggestTerms(toWhole(text, decimals))
  if (!terms) return null
  const of = (level: JackpotLevel) => {
    const { contribution, seed, cap } = terms.levels[level]
    return {
      contribution: toText(contribution, decimals),
      seed: toText(seed, decimals),
      cap: toText(cap, decimals),
    }
  }
  return { sideStake, levels: { mini: of('mini'), major: of('major'), grand: of('grand') } }
}

const decimalsOf = (text: string): number => decimal.exec(text)?.[1]?.length ?? 0

const toWhole = (text: string, decimals: number): bigint => {
  const [whole, part = ''] = text.split('.')
  return BigInt(whole! + part.padEnd(decimals, '0'))
}

function toText(amount: bigint, decimals: number): string {
  const digits = String(amount).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
