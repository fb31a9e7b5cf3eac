/** What selling a part of a bet pays and leaves: the client shows it by the rule that the server pays by. */
type SoldPart = { stake: number; amount: number }

/** Of the open stake, with the price of all of it; both are rounded down. Null where nothing would be sold or paid. */
export function soldPart(part: number, openStake: number, price: number): SoldPart | null {
  if (part >= 1) return { stake: openStake, amount: price }
  const stake = Math.floor(openStake * part)
  const amount = share(price, stake, openStake)
  return stake < 1 || amount < 1 ? null : { stake, amount }
}

/** The part of an amount, rounded down; exact where a product of two amounts is no double. */
export const share = (amount: number, part: number, whole: number) =>
  Number((BigInt(amount) * BigInt(part)) / BigInt(whole))
