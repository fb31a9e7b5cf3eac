/** Games whose rounds take many bets at once: what is bet on is a position, the stake is the sum of the bets. */
import type { Bet, TableChoice } from '#contract/floor-rounds.ts'

/** Null where the bets are not offered: an unknown position, one named twice, an amount off the unit, another sum than the stake. */
export function readBets(
  choice: unknown,
  { stake, unit, isPosition }: { stake: number; unit: number; isPosition: (position: string) => boolean },
): TableChoice | undefined {
  if (typeof choice !== 'object' || choice === null) return undefined
  const { bets } = choice as Record<string, unknown>
  if (!Array.isArray(bets) || bets.length === 0) return undefined
  const read: Bet[] = []
  for (const bet of bets as unknown[]) {
    if (typeof bet !== 'object' || bet === null) return undefined
    const { position, amount } = bet as Record<string, unknown>
    if (typeof position !== 'string' || !isPosition(position) || read.some((each) => each.position === position))
      return undefined
    if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount <= 0 || amount % unit) return undefined
    read.push({ position, amount })
  }
  return read.reduce((sum, { amount }) => sum + amount, 0) === stake ? { bets: read } : undefined
}
