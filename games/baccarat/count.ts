/** Counts all 416 × 415 × … × 411 sequences of six cards from a fresh shoe by their result. */
import { bankerDrawsAt, decks, playerDraws } from './rules.ts'

export type Deals = { player: bigint; banker: bigint; tie: bigint }

let known: Deals | undefined

/** Plain numbers are exact here, because every count is less than 2^53. */
export function countDeals(): Deals {
  if (known) return known
  const cardsByPoints = [16 * decks, ...Array.from({ length: 9 }, () => 4 * decks)]
  let cardsLeft = 52 * decks
  const counts = { player: 0, banker: 0, tie: 0 }
  const forEachCard = (visit: (points: number, ways: number) => void) => {
    for (let points = 0; points < 10; points++) {
      const ways = cardsByPoints[points]!
      if (ways === 0) continue
      cardsByPoints[points]!--
      cardsLeft--
      visit(points, ways)
      cardsByPoints[points]!++
      cardsLeft++
    }
  }
  const count = (player: number, banker: number, ways: number) => {
    // A deal of fewer than six cards is counted once for every way to complete the six.
    let sequences = ways
    for (let choices = cardsLeft; choices > 52 * decks - 6; choices--) sequences *= choices
    counts[player > banker ? 'player' : player < banker ? 'banker' : 'tie'] += sequences
  }
  forEachCard((player1, ways1) =>
    forEachCard((banker1, ways2) =>
      forEachCard((player2, ways3) =>
        forEachCard((banker2, ways4) => {
          const [player, banker] = [(player1 + player2) % 10, (banker1 + banker2) % 10]
          const ways = ways1 * ways2 * ways3 * ways4
          const playBanker = (playerTotal: number, playerThird: number | null, waysBefore: number) => {
            if (!bankerDrawsAt(banker, playerThird)) return count(playerTotal, banker, waysBefore)
            forEachCard((third, thirdWays) => count(playerTotal, (banker + third) % 10, waysBefore * thirdWays))
          }
          if (Math.max(player, banker) >= 8) count(player, banker, ways)
          else if (playerDraws(player))
            forEachCard((third, thirdWays) => playBanker((player + third) % 10, third, ways * thirdWays))
          else playBanker(player, null, ways)
        }),
      ),
    ),
  )
  known = { player: BigInt(counts.player), banker: BigInt(counts.banker), tie: BigInt(counts.tie) }
  return known
}

/** The ordered pairs of cards from a fresh shoe: those of one rank, and all. */
export const pairWays = {
  pairs: BigInt(52 * decks) * BigInt(4 * decks - 1),
  all: BigInt(52 * decks) * BigInt(52 * decks - 1),
}
