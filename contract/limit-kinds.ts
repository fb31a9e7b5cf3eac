/** The kinds of limits that players set on themselves. A new kind is a row here (docs/guides/limit-kind.md). */

/** The definitions of the specification. */
export const LimitDefinition = { bet: 1, loss: 2, deposit: 3, selfExclusion: 4, coolingOff: 5 } as const
export const cashPeriods = ['daily', 'weekly', 'monthly'] as const
/** The only period of a limit on the stake of one round. */
export const roundPeriod = 'round'

type Row = {
  /** In calls and in the database. */
  definition: number
  periods: readonly string[]
  /** Of its amount: subunits of a currency, or minutes. */
  unit: 'money' | 'minutes'
  /** Whether `ledger.post` decides it, for every bet. Limits on deposits are decided when a payment starts. */
  isOnPlay: boolean
}

/** In the order in which they are offered. */
export const limitKinds = {
  deposit: { definition: LimitDefinition.deposit, periods: cashPeriods, unit: 'money', isOnPlay: false },
  loss: { definition: LimitDefinition.loss, periods: cashPeriods, unit: 'money', isOnPlay: true },
  bet: { definition: LimitDefinition.bet, periods: cashPeriods, unit: 'money', isOnPlay: true },
  /** Not in the specification: time of play for real money. */
  playTime: { definition: 6, periods: cashPeriods, unit: 'minutes', isOnPlay: true },
  /** Not in the specification: the highest stake of one round. */
  stake: { definition: 7, periods: [roundPeriod], unit: 'money', isOnPlay: true },
} as const satisfies Record<string, Row>

export type LimitKind = keyof typeof limitKinds
type Kinds = typeof limitKinds
export type PlayLimitKind = { [K in LimitKind]: Kinds[K]['isOnPlay'] extends true ? K : never }[LimitKind]

export const limitKindNames = Object.keys(limitKinds) as LimitKind[]

/** Undefined for a cooling-off period, a self-exclusion and an unknown definition. */
export function limitKindOf(definition: number): (Row & { name: LimitKind }) | undefined {
  const name = limitKindNames.find((each) => limitKinds[each].definition === definition)
  return name && { ...limitKinds[name], name }
}
