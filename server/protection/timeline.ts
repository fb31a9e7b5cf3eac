/** Limits, breaks and exclusions in the timeline of a player: when they began, and when they ended before their term. */
import type { Part } from '#contract/desk/common.ts'
import { sql } from 'kysely'
import { limitKindOf, LimitDefinition } from '#contract/limit-kinds.ts'
import { say, word } from '../kernel/desk-words.ts'
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

function detailOf({ definition, period, amount, currency, is_forced }: Limit): Part[] {
  const kind = definition === LimitDefinition.selfExclusion ? 'selfExclusion' : 'coolingOff'
  return [
    say(`playerActs.kind.${limitKindOf(definition)?.name ?? kind}`),
    word(period),
    ...(amount !== null && currency === null ? [word('minutes', { count: String(amount) })] : []),
    ...(is_forced ? [word('byOperator')] : []),
  ]
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
      state: limit.is_over ? 'ended' : limit.has_change ? 'changeRequested' : 'inForce',
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
