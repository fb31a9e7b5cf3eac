/** Calculates conditions and reward of a bonus in the account's currency. Amounts are in subunits. */
import type { DepositBonus } from '#contract/bonuses.ts'

/** `to` is null if there is no upper bound. Returns null for a currency in which the bonus is not offered. */
export function depositRange(
  { triggerConditions }: DepositBonus,
  currency: string,
): { from: number; to: number | null } | null {
  const item = triggerConditions.invoiceAmountItems.find((entry) => entry.currency === currency)
  return item ? { from: item.amountFrom, to: item.amountTo } : null
}

export function fits(bonus: DepositBonus, currency: string, amount: number | null): boolean {
  const range = depositRange(bonus, currency)
  if (!range) return false
  return amount === null || (amount >= range.from && (range.to === null || amount <= range.to))
}

/** Calculates the reward of a deposit. Fractions of a subunit are rounded down, as on the server. */
export function expectedBonus(
  { type, assignConditions }: DepositBonus,
  currency: string,
  amount: number,
): { cash: number; spins: number } {
  const amountOf = (items: Array<{ currency: string; amount: number }>) =>
    items.find((item) => item.currency === currency)?.amount ?? 0
  const spins = assignConditions.presets.reduce((sum, { quantity }) => sum + quantity, 0)
  if (type === 1) return { cash: amountOf(assignConditions.amountItems), spins }
  if (type === 3) return { cash: 0, spins }
  const hundredths = BigInt(Math.round((assignConditions.depositPercentage ?? 0) * 100))
  const part = Number((BigInt(amount) * hundredths) / 10_000n)
  const max = assignConditions.maxAmountItems.some((item) => item.currency === currency)
    ? amountOf(assignConditions.maxAmountItems)
    : part
  return { cash: Math.min(part, max), spins }
}

export type BonusGroup = { key: string; name: string | null; bonuses: DepositBonus[] }
/** Groups bonuses by package in order of appearance. Those without a package form the last group, without a name. */
export function byPackage(bonuses: DepositBonus[]): BonusGroup[] {
  const groups = new Map<string, BonusGroup>()
  for (const bonus of bonuses) {
    const key = bonus.package?.id ?? ''
    const group = groups.get(key) ?? { key, name: bonus.package?.name ?? null, bonuses: [] }
    group.bonuses.push(bonus)
    groups.set(key, group)
  }
  return [...groups.values()].toSorted((a, b) => Number(a.key === '') - Number(b.key === ''))
}
