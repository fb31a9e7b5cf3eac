/** Cards and drawing rules of punto banco. Cards are 0 to 51: the rank is `card % 13` from the ace, the suit `card / 13`. */
export const decks = 8
export const deckCards = 52

export const rankOf = (card: number): number => card % 13
/** An ace counts 1; tens and court cards count 0. */
export const pointsOf = (card: number): number => (rankOf(card) < 9 ? rankOf(card) + 1 : 0)
export const totalOf = (cards: readonly number[]): number => cards.reduce((sum, card) => sum + pointsOf(card), 0) % 10

/** Applies if neither hand has a natural eight or nine. */
export const playerDraws = (total: number): boolean => total <= 5

/** `third` is the player's third card. If the player has none, the banker draws by the player's rule. */
export function bankerDraws(total: number, third: number | undefined): boolean {
  return bankerDrawsAt(total, third === undefined ? null : pointsOf(third))
}
export function bankerDrawsAt(total: number, points: number | null): boolean {
  if (points === null) return total <= 5
  if (total <= 2) return true
  if (total === 3) return points !== 8
  if (total === 4) return points >= 2 && points <= 7
  if (total === 5) return points >= 4 && points <= 7
  return total === 6 && (points === 6 || points === 7)
}
