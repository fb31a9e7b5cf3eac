/** The actual return of each game by stake level, compared with its theory. */
import figures from '#games/figures.json' with { type: 'json' }
import type { Findings } from './findings.ts'
import type { Round } from './records.ts'

type Sums = { rounds: number; wins: number; staked: number; won: number; squares: number; wonSquares: number }
export type Returns = Map<string, Sums>

/** Chance explains what is closer: it is exceeded once in 16,000 comparisons. */
const mostSigmas = 4
/** With fewer, the spread of a game is not that of a normal distribution. */
const fewestRounds = 1000
const fewestWins = 100
/** The return depends on how well the player plays, so a low one proves nothing. */
const ofSkill = ['blackjack', 'blackjack-surrender', 'jacks-or-better', 'deuces-wild']

export function addReturn(returns: Returns, { game, currency, stake, extraStake, payout }: Round): void {
  const name = `${game} ${currency} ${String(stake).length}`
  const sums = returns.get(name) ?? { rounds: 0, wins: 0, staked: 0, won: 0, squares: 0, wonSquares: 0 }
  returns.set(name, sums)
  const staked = stake + extraStake
  sums.rounds++
  sums.wins += payout > 0 ? 1 : 0
  sums.staked += staked
  sums.won += payout
  sums.squares += staked ** 2
  sums.wonSquares += payout ** 2
}

export function mergeReturns(into: Returns, from: Returns): void {
  for (const [name, more] of from) {
    const sums = into.get(name)
    if (!sums) into.set(name, more)
    else for (const key of Object.keys(sums) as Array<keyof Sums>) sums[key] += more[key]
  }
}

export function checkReturns(returns: Returns, findings: Findings): void {
  for (const [name, sums] of returns) {
    const [game = '', currency, digits] = name.split(' ')
    const theory = (
      figures as Record<string, { rtpLowest: number; rtpHighest: number; deviation: number; hitRate: number | null }>
    )[game]
    if (!theory || sums.rounds < fewestRounds || sums.wins < fewestWins) continue
    const [lowest, highest] = [theory.rtpLowest / 100, theory.rtpHighest / 100]
    const stated = theory.deviation ** 2 * sums.squares
    const seen = sums.wonSquares - lowest ** 2 * sums.squares
    // Where players choose the odds, the stated deviation is that of one choice.
    const sigma = Math.sqrt(theory.hitRate === null ? Math.max(stated, seen) : stated)
    const below = (lowest * sums.staked - sums.won) / sigma
    const above = (sums.won - highest * sums.staked) / sigma
    const where = `game ${game}, ${currency}, stakes of ${digits} digits`
    const actual = `${((100 * sums.won) / sums.staked).toFixed(2)} % in ${sums.rounds} rounds`
    if (below > mostSigmas && !ofSkill.includes(game))
      findings.add(
        'RETURN_LOW',
        where,
        `returned ${actual}, which is ${below.toFixed(1)} sigma below ${theory.rtpLowest} %`,
      )
    if (above > mostSigmas)
      findings.add(
        'RETURN_HIGH',
        where,
        `returned ${actual}, which is ${above.toFixed(1)} sigma above ${theory.rtpHighest} %`,
      )
  }
}
