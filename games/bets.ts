/** Reads the bets of table games. A bet is an amount on a position; a round can have many, and their sum is the stake. */
import type { Bet, TableChoice } from '#contract/floor-rounds.ts'

/**
 * Returns undefined if the bets are invalid: a position is unknown or repeated, an amount is not a multiple of the unit, or
 * the sum is not the stake.
 */
export function readBets(
  choice: unknown,
  { stake, unit, isPosition }: { stake: number; unit: number; isPosition: (position: string) => boolean },
): TableChoice | undefined {
  if (typeof choice !== 'object' || choice === null) return undefined
  const { bets } = choice as Record<string, unknown>
  if (!Array.isArray(bets) || bets.length === 0) return undefined
  const accepted: Bet[] = []
  for (const bet of bets as unknown[]) {
    if (typeof bet !== 'object' || bet === null) return undefined
    const { position, amount } = bet as Record<string, unknown>
    if (typeof position !== 'string' || !isPosition(position) || accepted.some((each) => each.position === position))
      return undefined
    if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount <= 0 || amount % unit) return undefined
    accepted.push({ position, amount })
  }
  return accepted.reduce((sum, { amount }) => sum + amount, 0) === stake ? { bets: accepted } : undefined
}
