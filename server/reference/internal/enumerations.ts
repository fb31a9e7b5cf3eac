/** The numeric codes of the API (specification, section 3), each with a name that code can read. */
import { BonusCodeStatus, BonusResult, BonusStatus, BonusType } from '#contract/bonuses.ts'
import { PlayerStatus } from '#contract/identity.ts'
import { cashPeriods, coolingOffPeriods, LimitDefinition, selfExclusionPeriods } from '#contract/limits.ts'
import { InvoiceStatus, InvoiceType } from '#contract/payments.ts'
import { QuestState } from '#contract/quests.ts'
import { DocumentStatus } from '#contract/verification.ts'
import { AccountStatus } from '#contract/wallet.ts'

type Entry = { id: number | string; name: string }

const bonusStatuses = entries(BonusStatus)
/** Free spins are played or expire; they cannot be lost. */
const { lost: _, ...freespinResults } = BonusResult

export const player = {
  statuses: entries(PlayerStatus),
  limit: {
    definition: entries(LimitDefinition),
    cashPeriod: named(...cashPeriods),
    coolingOffPeriod: named(...coolingOffPeriods),
    selfExclusionPeriod: named(...selfExclusionPeriods),
  },
  document: { statuses: entries(DocumentStatus) },
  bonus: {
    types: entries(BonusType),
    statuses: bonusStatuses,
    results: entries(BonusResult),
  },
  bonusCode: { statuses: entries(BonusCodeStatus) },
  freespin: { statuses: bonusStatuses, results: entries(freespinResults) },
}

export const shared = {
  invoice: { statuses: entries(InvoiceStatus), types: entries(InvoiceType) },
  bet: { statuses: entries({ open: 1, settled: 2, rolledBack: 3 }) },
  account: { statuses: entries(AccountStatus) },
  quest: { states: entries(QuestState) },
  message: { states: entries({ unread: 1, read: 2 }) },
}

function entries(values: Record<string, number>): Entry[] {
  return Object.entries(values).map(([name, id]) => ({ id, name }))
}

function named(...ids: string[]): Entry[] {
  return ids.map((id) => ({ id, name: id }))
}
