/**
 * Limits how many cooling-off periods and exclusions a player can start: rows are permanent, and thousands of them
 * protect nobody more.
 */
import { breakEnd } from '#contract/break-ends.ts'
import { LimitDefinition } from '#contract/limits.ts'
import type { KernelDeps, Tx } from '../../deps.ts'

const dayMs = 86_400_000
const mostADay = 10

type Break = { definition: number; period: string }

/**
 * True if the maximum of this kind was started within a day and the next would end less than a day after them. A
 * longer one is never refused. Called with the player's row locked, so that concurrent requests count each other.
 */
export async function hasEnoughBreaks(tx: Tx, ctx: KernelDeps, playerId: string, next: Break): Promise<boolean> {
  if (next.definition !== LimitDefinition.coolingOff && next.definition !== LimitDefinition.selfExclusion) return false
  const now = ctx.clock.now()
  const { count, latest } = await tx
    .selectFrom('limits.limits')
    .select(({ fn }) => [fn.countAll<bigint>().as('count'), fn.max('ends_at').as('latest')])
    .where('player_id', '=', playerId)
    .where('definition', '=', next.definition)
    .where('created_at', '>', new Date(now.getTime() - dayMs))
    .executeTakeFirstOrThrow()
  const end = breakEnd(next.period, now)
  return Number(count) >= mostADay && latest !== null && end !== null && end.getTime() < latest.getTime() + dayMs
}
