/** Periods and durations, shortest first, in the specification's order (section 2). */
import {
  cashPeriods,
  LimitDefinition,
  type LimitKind,
  limitKindOf,
  limitKinds,
  roundPeriod,
} from '#contract/limit-kinds.ts'
import type { Limit } from '#contract/limits.ts'

export type CashPeriod = (typeof cashPeriods)[number]
export const exclusionPeriods = {
  'cooling-off': ['1-day', '1-week', '1-month', '2-months', '3-months'],
  'self-exclusion': ['6-months', '1-year', '5-years', 'no-end'],
} as const
export type ExclusionKind = keyof typeof exclusionPeriods
export const definitionOf = {
  deposit: limitKinds.deposit.definition,
  'self-exclusion': LimitDefinition.selfExclusion,
  'cooling-off': LimitDefinition.coolingOff,
} as const

export function kindOf({ definition }: Pick<Limit, 'definition'>): LimitKind | undefined {
  return limitKindOf(definition)?.name
}

export type PeriodGroup = { period: CashPeriod | typeof roundPeriod; limits: Limit[] }
/** Groups limits by period: daily, weekly, monthly, then the stake of a round. Omits empty periods. */
export function byPeriod(limits: Limit[]): PeriodGroup[] {
  const cash = limits.filter(({ amount }) => amount !== null)
  return ([...cashPeriods, roundPeriod] as const)
    .map((period) => ({ period, limits: cash.filter((limit) => limit.period === period) }))
    .filter((group) => group.limits.length > 0)
}

/** Returns the limit that blocks deposits: self-exclusion, else cooling-off, else a reached limit in the currency. */
export function blockingLimit(limits: Limit[], currency: string): Limit | null {
  return (
    running(limits, 'self-exclusion') ??
    running(limits, 'cooling-off') ??
    limits.find((limit) => isReached(limit) && limit.currency === currency) ??
    null
  )
}

export function running(limits: Limit[], kind: ExclusionKind): Limit | undefined {
  return limits
    .filter(({ definition }) => definition === definitionOf[kind])
    .toSorted((a, b) => (b.endsAt ?? '').localeCompare(a.endsAt ?? ''))[0]
}

export function isReached(limit: Limit): boolean {
  return limit.definition === definitionOf.deposit && isUsedUp(limit)
}

export function isUsedUp({ amount, currentAmount }: Limit): boolean {
  return amount !== null && currentAmount !== null && currentAmount >= amount
}

/** Returns the limit of a kind with the smallest remaining fraction. */
export function tightestOf(limits: Limit[], kind: LimitKind): Limit | undefined {
  const left = (limit: Limit) => remainingOf(limit) / (limit.amount || 1)
  return limits.filter((limit) => kindOf(limit) === kind).toSorted((a, b) => left(a) - left(b))[0]
}

/** Returns the deposit limit with the least remaining, or undefined if there is none in the currency. */
export function tightestLimit(limits: Limit[], currency: string): Limit | undefined {
  return limits
    .filter(
      (limit) => limit.definition === definitionOf.deposit && limit.amount !== null && limit.currency === currency,
    )
    .toSorted((a, b) => remainingOf(a) - remainingOf(b))[0]
}

/** Returns the remaining amount in subunits, at least zero. */
export function remainingOf({ amount, currentAmount }: Limit): number {
  return Math.max(0, (amount ?? 0) - (currentAmount ?? 0))
}

/** Returns the largest deposit up to `most` within the player's own limits, and the limit that restricts it. */
export function withinOwnLimits(limits: Limit[], currency: string, most: number): { most: number; own: Limit | null } {
  const own = tightestLimit(limits, currency)
  return own && remainingOf(own) < most ? { most: remainingOf(own), own } : { most, own: null }
}

/** Calculates a percentage from 0 to 100 with two decimals. */
export function percentOf(part: number, whole: number): number {
  return whole > 0 ? Math.min(100, Math.max(0, Math.round((part / whole) * 10_000) / 100)) : 0
}
