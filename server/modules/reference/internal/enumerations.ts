/** The numbers that both sides speak (specification, section 3), each with a name that code can read. */
import { PlayerStatus } from '#contract/identity.ts'
import { cashPeriods, coolingOffPeriods, LimitDefinition, selfExclusionPeriods } from '#contract/limits.ts'
import { InvoiceStatus, InvoiceType } from '#contract/payments.ts'
import { AccountStatus } from '#contract/wallet.ts'

type Entry = { id: number | string; name: string }

const bonusStatuses = entries({ issued: 1, active: 2, finished: 3 })

export const player = {
  statuses: entries(PlayerStatus),
  limit: {
    definition: entries(LimitDefinition),
    cashPeriod: named(...cashPeriods),
    coolingOffPeriod: named(...coolingOffPeriods),
    selfExclusionPeriod: named(...selfExclusionPeriods),
  },
  document: { statuses: entries({ pending: 1, approved: 2, rejected: 3 }) },
  bonus: {
    types: entries({ cashAmount: 1, percentage: 2, freeSpins: 3 }),
    statuses: bonusStatuses,
    results: entries({ none: 1, played: 2, canceled: 3, expired: 4, lost: 5 }),
  },
  bonusCode: { statuses: entries({ issued: 1, used: 2, incorrect: 3, notAvailable: 4 }) },
  freespin: { statuses: bonusStatuses, results: entries({ none: 1, played: 2, canceled: 3, expired: 4 }) },
}

export const shared = {
  invoice: { statuses: entries(InvoiceStatus), types: entries(InvoiceType) },
  bet: { statuses: entries({ open: 1, settled: 2, rolledBack: 3 }) },
  account: { statuses: entries(AccountStatus) },
  quest: { states: entries({ available: 1, active: 2, completed: 3, canceled: 4, expired: 5, expiredUnfinished: 6 }) },
  message: { states: entries({ unread: 1, read: 2 }) },
}

function entries(values: Record<string, number>): Entry[] {
  return Object.entries(values).map(([name, id]) => ({ id, name }))
}

function named(...ids: string[]): Entry[] {
  return ids.map((id) => ({ id, name: id }))
}
