/** A player's points and level at the desk. */
import type * as contract from '#contract/desk/rewards.ts'
import { ok, refuse, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { findPlayer } from '../../identity/index.ts'
import type { DeskCtx } from '../../kernel/http/desk-session.ts'
import { statusPoints } from './internal/points.ts'
import { readLadder, wordsIn } from './ladder.ts'

export async function readLevelsOfPlayer(
  ctx: DeskCtx,
  { playerId }: VerbInput<typeof contract.readLevelsOfPlayer>,
): Promise<Result<ReplyOf<typeof contract.readLevelsOfPlayer>, 'playerNotFound'>> {
  const { kysely } = ctx.db
  if (!(await findPlayer(kysely, playerId))) return refuse('playerNotFound')
  const account = await kysely
    .selectFrom('rewards.loyalty_accounts')
    .selectAll()
    .where('player_id', '=', playerId)
    .executeTakeFirst()
  const reached = await kysely
    .selectFrom('rewards.loyalty_rises')
    .selectAll()
    .where('player_id', '=', playerId)
    .orderBy('level')
    .execute()
  const ladder = await readLadder(kysely, ctx)
  const { earned, lost, level } = account ?? { earned: 0n, lost: 0n, level: 1 }
  const name = ladder?.data.levels[level - 1]?.name
  return ok({
    level,
    name: name ? wordsIn(name, 'en') : null,
    points: statusPoints({ earned, lost }),
    earned: statusPoints({ earned, lost: 0n }),
    reviewAt: account?.review_at?.toISOString() ?? null,
    reached: reached.map(({ level: each, version, reached_at, granted_at }) => ({
      level: each,
      version,
      at: reached_at.toISOString(),
      grantedAt: granted_at?.toISOString() ?? null,
    })),
  })
}
