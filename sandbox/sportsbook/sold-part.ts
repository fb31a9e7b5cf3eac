/**
 * What selling a part of a bet pays and which stake is left. The client shows it by the same rule by which the server
 * pays.
 */
export type SoldPart = { stake: number; amount: number }

/**
 * Calculates the sold part of the open stake and its price, both rounded down. Null if nothing would be sold or paid.
 */
export function soldPart(part: number, openStake: number, price: number): SoldPart | null {
  if (part >= 1) return { stake: openStake, amount: price }
  const stake = Math.floor(openStake * part)
  const amount = share(price, stake, openStake)
  return stake < 1 || amount < 1 ? null : { stake, amount }
}

/** A part of an amount, rounded down; exact even if a double cannot hold the product of two amounts. */
export const share = (amount: number, part: number, whole: number) =>
  Number((BigInt(amount) * BigInt(part)) / BigInt(whole))
