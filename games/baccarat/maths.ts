/**
 * Baccarat (punto banco) from eight decks, shuffled before every round. The third card is drawn by the usual rules. Banker
 * pays 0.95 to 1, tie 8 to 1, a pair 11 to 1.
 */
import type { BaccaratOutcome, TableChoice } from '#contract/floor-rounds.ts'
import { readBets } from '../bets.ts'
import { assertStake, type FloorMaths } from '../maths.ts'
import { countDeals, pairWays } from './count.ts'
import { bankerDraws, deckCards, decks, playerDraws, rankOf, totalOf } from './rules.ts'

/** The banker's commission of 5 % is a whole number of subunits for multiples of twenty. */
const unit = 20

export const baccaratPositions = ['player', 'banker', 'tie', 'playerPair', 'bankerPair'] as const
type Position = (typeof baccaratPositions)[number]
type Result = 'player' | 'banker' | 'tie'
type Hands = { winner: Result; isPlayerPair: boolean; isBankerPair: boolean }

/** The payout of a bet in hundredths, including the stake. A tie returns bets on player and banker. */
export function hundredthsOf(position: Position, { winner, isPlayerPair, isBankerPair }: Hands): number {
  switch (position) {
    case 'player':
      return winner === 'player' ? 200 : winner === 'tie' ? 100 : 0
    case 'banker':
      return winner === 'banker' ? 195 : winner === 'tie' ? 100 : 0
    case 'tie':
      return winner === 'tie' ? 900 : 0
    case 'playerPair':
      return isPlayerPair ? 1_200 : 0
    case 'bankerPair':
      return isBankerPair ? 1_200 : 0
  }
}

const payoutOf = ({ bets }: TableChoice, hands: Hands) =>
  bets.reduce(
    (sum, { position, amount }) => sum + (amount / unit) * ((hundredthsOf(position as Position, hands) * unit) / 100),
    0,
  )

const readChoice = (choice: unknown, stake: number) =>
  readBets(choice, {
    stake,
    unit,
    isPosition: (position) => (baccaratPositions as readonly string[]).includes(position),
  })

export const maths: FloorMaths = {
  kind: 'table',
  slug: 'baccarat',
  version: '1.0.0',
  unit,
  volatility: 'low',
  readChoice,
  firstChoice: (stake) => ({ bets: [{ position: 'banker', amount: stake }] }),
  *everyChoice(stake) {
    for (const position of baccaratPositions) yield { bets: [{ position, amount: stake }] }
  },
  /**
   * Counts a bet on one pair, or bets on results. Throws RangeError for other combinations: they can be played, but their
   * results are not independent and are not counted.
   */
  payouts(choice, stake) {
    const read = readChoice(choice, stake)!
    const none = { winner: 'tie' as const, isPlayerPair: false, isBankerPair: false }
    const hasPairBet = read.bets.some(({ position }) => position.endsWith('Pair'))
    if (hasPairBet && read.bets.length > 1) throw new RangeError('a pair is counted by itself')
    if (hasPairBet) {
      const { pairs, all } = pairWays
      return [
        { payout: payoutOf(read, { ...none, isPlayerPair: true, isBankerPair: true }), ways: pairs },
        { payout: 0, ways: all - pairs },
      ]
    }
    return (['player', 'banker', 'tie'] as const).map((winner) => ({
      payout: payoutOf(read, { ...none, winner }),
      ways: countDeals()[winner],
    }))
  },
  async play(draw, stake, choice): Promise<BaccaratOutcome> {
    const read = readChoice(choice, stake)
    if (!read) throw new RangeError('this choice is not offered')
    assertStake(stake, unit)
    const shoe = Array.from({ length: decks * deckCards }, (_, index) => index)
    let dealt = 0
    const deal = async () => {
      const from = dealt + (await draw.below(shoe.length - dealt))
      ;[shoe[dealt], shoe[from]] = [shoe[from]!, shoe[dealt]!]
      return shoe[dealt++]! % deckCards
    }
    const [first, second, third, fourth] = [await deal(), await deal(), await deal(), await deal()]
    const player = [first, third]
    const banker = [second, fourth]
    const isNatural = Math.max(totalOf(player), totalOf(banker)) >= 8
    if (!isNatural && playerDraws(totalOf(player))) player.push(await deal())
    if (!isNatural && bankerDraws(totalOf(banker), player[2])) banker.push(await deal())
    const difference = totalOf(player) - totalOf(banker)
    const winner = difference > 0 ? 'player' : difference < 0 ? 'banker' : 'tie'
    const isPair = ([one, other]: number[]) => rankOf(one!) === rankOf(other!)
    const hands = { winner, isPlayerPair: isPair(player), isBankerPair: isPair(banker) } as const
    return { game: 'baccarat', bets: read.bets, player, banker, ...hands, payout: payoutOf(read, hands) }
  },
}
