/** Limits, breaks and exclusions in the timeline of a player: when they began, and when they ended before their term. */
import { sql } from 'kysely'
import { limitKindOf, LimitDefinition } from '#contract/limit-kinds.ts'
import { timelineSource } from '../kernel/timeline.ts'
import { inUnits } from '../reference/index.ts'

type Limit = {
  definition: number
  period: string
  amount: bigint | null
  currency: string | null
  is_forced: boolean
  has_change: boolean
  is_over: boolean
}

const common = {
  kind: 'protection',
  scope: 'protection:read',
  from: sql`limits.limits`,
  id: sql`id`,
  idType: 'uuid',
  select: sql`definition, period, amount, currency, is_forced, pending_since IS NOT NULL AS has_change,
    removed_at IS NOT NULL AS is_over`,
} as const

function detailOf({ definition, period, amount, currency, is_forced }: Limit): string {
  const kind = limitKindOf(definition)
  const name = kind?.name ?? (definition === LimitDefinition.selfExclusion ? 'self-exclusion' : 'break')
  const size = amount !== null && currency === null ? `${amount} min` : null
  return [name, period, size, is_forced && 'by the operator'].filter(Boolean).join(' · ')
}

const amountOf = ({ amount, currency }: Limit) =>
  amount === null || currency === null ? null : inUnits(amount, currency)

export const timeline = [
  timelineSource<Limit>({
    ...common,
    name: 'limits',
    where: (playerId) => sql`player_id = ${playerId}`,
    at: sql`created_at`,
    show: (limit) => ({
      what: 'limit',
      detail: detailOf(limit),
      state: limit.is_over ? 'ended' : limit.has_change ? 'change requested' : 'in force',
      amount: amountOf(limit),
    }),
  }),
  timelineSource<Limit>({
    ...common,
    name: 'limits-ended',
    where: (playerId) => sql`player_id = ${playerId} AND removed_at IS NOT NULL`,
    at: sql`removed_at`,
    show: (limit) => ({ what: 'limitEnded', detail: detailOf(limit), amount: amountOf(limit) }),
  }),
]
