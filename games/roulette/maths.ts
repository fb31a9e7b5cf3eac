/**
 * Roulette with one zero: 37 equally likely pockets, and any number of bets in a round. Every bet returns 36/37. With la partage,
 * zero returns half of a bet on an even chance, so that those return 73/74.
 */
import type { RouletteOutcome, TableChoice } from '#contract/floor-rounds.ts'
import { readBets } from '../bets.ts'
import { assertStake, type FloorMaths } from '../maths.ts'
import { factorOf, isEvenChance, positions, pockets } from './positions.ts'

/** Even, so that half of any bet is a whole number of subunits. */
const unit = 10

type Table = { slug: 'roulette' | 'french-roulette'; version: string; hasPartage: boolean }

/** What a pocket pays for these bets, including the stakes of winning bets. */
export function payoutOf({ bets }: TableChoice, pocket: number, hasPartage: boolean): number {
  return bets.reduce((sum, { position, amount }) => {
    if (positions.get(position)!.includes(pocket)) return sum + amount * factorOf(position)
    return pocket === 0 && hasPartage && isEvenChance(position) ? sum + amount / 2 : sum
  }, 0)
}

export function rouletteMaths({ slug, version, hasPartage }: Table): FloorMaths {
  const readChoice = (choice: unknown, stake: number) =>
    readBets(choice, { stake, unit, isPosition: (position) => positions.has(position) })
  return {
    kind: 'table',
    slug,
    version,
    unit,
    volatility: 'low',
    readChoice,
    firstChoice: (stake) => ({ bets: [{ position: 'red', amount: stake }] }),
    *everyChoice(stake) {
      for (const position of positions.keys()) yield { bets: [{ position, amount: stake }] }
    },
    payouts: (choice, stake) =>
      Array.from({ length: pockets }, (_, pocket) => ({
        payout: payoutOf(readChoice(choice, stake)!, pocket, hasPartage),
        ways: 1n,
      })),
    async play(draw, stake, choice): Promise<RouletteOutcome> {
      const read = readChoice(choice, stake)
      if (!read) throw new RangeError('this choice is not offered')
      assertStake(stake, unit)
      const pocket = await draw.below(pockets)
      return { game: slug, pocket, bets: read.bets, payout: payoutOf(read, pocket, hasPartage) }
    },
  }
}

export const maths = rouletteMaths({ slug: 'roulette', version: '1.0.0', hasPartage: false })
