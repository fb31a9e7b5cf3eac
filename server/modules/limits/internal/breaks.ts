/** Bounds how many breaks and exclusions one player begins: each row is kept for good, and some thousand of them protect nobody more. */
import { LimitDefinition } from '#contract/limits.ts'
import type { Ctx, Tx } from '../../../deps.ts'
import { endOf } from './periods.ts'

const dayMs = 86_400_000
const mostADay = 10

type Break = { definition: number; period: string }

/**
 * True where as many of this kind were begun within a day and the next would end less than a day after them. A longer one is never
 * refused. Called with the player's row locked, so that those who ask together are counted.
 */
export async function hasEnoughBreaks(
  tx: Tx,
  ctx: Pick<Ctx, 'clock'>,
  playerId: string,
  next: Break,
): Promise<boolean> {
  if (next.definition !== LimitDefinition.coolingOff && next.definition !== LimitDefinition.selfExclusion) return false
  const now = ctx.clock.now()
  const { count, latest } = await tx
    .selectFrom('limits.limits')
    .select(({ fn }) => [fn.countAll<bigint>().as('count'), fn.max('ends_at').as('latest')])
    .where('player_id', '=', playerId)
    .where('definition', '=', next.definition)
    .where('created_at', '>', new Date(now.getTime() - dayMs))
    .executeTakeFirstOrThrow()
  const end = endOf(next.period, now)
  return Number(count) >= mostADay && latest !== null && end !== null && end.getTime() < latest.getTime() + dayMs
}
