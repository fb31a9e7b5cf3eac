/** In the order of a list by currency: those of the active account first, and each currency's in their given order. */
export function byCurrency<T extends { currency: string }>(all: readonly T[], active: string | undefined): T[] {
  const rank = ({ currency }: T) => (currency === active ? '' : currency)
  return all.toSorted((one, other) => (rank(one) < rank(other) ? -1 : rank(one) > rank(other) ? 1 : 0))
}
