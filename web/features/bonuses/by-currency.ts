/** Sorts by currency, the active account's first; the order within a currency does not change. */
export function byCurrency<T extends { currency: string }>(all: readonly T[], active: string | undefined): T[] {
  const rank = ({ currency }: T) => (currency === active ? '' : currency)
  return all.toSorted((one, other) => (rank(one) < rank(other) ? -1 : rank(one) > rank(other) ? 1 : 0))
}
