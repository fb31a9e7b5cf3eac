/** The names of markets and outcomes, for the client's screen and for the bets that the operator stores. */
import { builderMarket, readBuilder } from './builder.ts'
import type { Words } from './words.ts'

type Market = { type: string; line: string | null; home: string; away: string }

export function marketName(words: Words, { type, line, home, away }: Market): string {
  return words(`market_${type}`, { home, away, line: line ?? '' })
}

/** Markets whose line is added to the points of the first side. */
const handicaps = new Set(['handicap', 'gameHandicap', 'pointHandicap'])
const scores = /^\d+-\d+$/

export function outcomeName(words: Words, { type, line, home, away }: Market, code: string): string {
  if (type === builderMarket) return partNames(words, { home, away }, code).join(' + ')
  if (scores.test(code)) return code.replace('-', '–')
  if (code === 'home' || code === 'away') {
    const side = code === 'home' ? home : away
    if (!handicaps.has(type)) return side
    const value = code === 'home' ? Number(line) : -Number(line)
    return words('outcome_handicap', { side, line: signed(value) })
  }
  return words(`outcome_${code}`, { home, away, line: line ?? '' })
}

const answers = new Set(['yes', 'no', 'odd', 'even'])

/**
 * A selection as it stands alone: `Both teams to score: Yes`, since an answer says nothing without its question; its
 * market is then not named again.
 */
export function selectionName(words: Words, market: Market, code: string): { name: string; market: string | null } {
  const [asked, name] = [marketName(words, market), outcomeName(words, market, code)]
  return answers.has(code)
    ? { name: words('answer', { market: asked, outcome: name }), market: null }
    : { name, market: asked }
}

/** The market and outcome names of each part of combined selections. */
export function partNames(words: Words, sides: Pick<Market, 'home' | 'away'>, code: string): string[] {
  return (readBuilder(code) ?? []).map((part) => {
    const market = { ...sides, ...part }
    return `${marketName(words, market)}: ${outcomeName(words, market, part.outcome)}`
  })
}

export const signed = (value: number) => (value > 0 ? `+${value}` : value < 0 ? `\u2212${-value}` : '0')
