/** Counts all sequences of six cards from a fresh shoe by result: 416 × 415 × … × 411 of them. */
import { bankerDrawsAt, decks, playerDraws } from './rules.ts'

export type Deals = { player: bigint; banker: bigint; tie: bigint }

let known: Deals | undefined

/** Every total below is less than 2^53, so that plain numbers are exact. */
export function countDeals(): Deals {
  if (known) return known
  const left = [16 * decks, ...Array.from({ length: 9 }, () => 4 * decks)]
  let cards = 52 * decks
  const won = { player: 0, banker: 0, tie: 0 }
  const each = (visit: (points: number, ways: number) => void) => {
    for (let points = 0; points < 10; points++) {
      const ways = left[points]!
      if (ways === 0) continue
      left[points]!--
      cards--
      visit(points, ways)
      left[points]!++
      cards++
    }
  }
  const end = (player: number, banker: number, ways: number) => {
    // Cards that are not dealt any more complete the six in every possible way.
    let all = ways
    for (let more = cards; more > 52 * decks - 6; more--) all *= more
    won[player > banker ? 'player' : player < banker ? 'banker' : 'tie'] += all
  }
  each((p1, w1) =>
    each((b1, w2) =>
      each((p2, w3) =>
        each((b2, w4) => {
          const [player, banker] = [(p1 + p2) % 10, (b1 + b2) % 10]
          const ways = w1 * w2 * w3 * w4
          const bank = (total: number, third: number | null, sofar: number) => {
            if (!bankerDrawsAt(banker, third)) return end(total, banker, sofar)
            each((card, more) => end(total, (banker + card) % 10, sofar * more))
          }
          if (Math.max(player, banker) >= 8) end(player, banker, ways)
          else if (playerDraws(player)) each((card, more) => bank((player + card) % 10, card, ways * more))
          else bank(player, null, ways)
        }),
      ),
    ),
  )
  known = { player: BigInt(won.player), banker: BigInt(won.banker), tie: BigInt(won.tie) }
  return known
}

/** Of all two cards from a fresh shoe, those of one rank. */
export const pairWays = {
  pairs: BigInt(52 * decks) * BigInt(4 * decks - 1),
  all: BigInt(52 * decks) * BigInt(52 * decks - 1),
}
