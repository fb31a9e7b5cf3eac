import { sql } from 'kysely'
import { ok, type Ok, type ReplyOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/harm.ts'
import type { PlayerCtx } from '../deps.ts'
import { arePromotionsBarred } from '../protection/index.ts'
import { present } from './internal/present.ts'

const mostShown = 200

export async function listHarmMarkers(ctx: PlayerCtx): Promise<Ok<ReplyOf<typeof contract.listHarmMarkers>>> {
  const { id: playerId } = ctx.caller.player
  const rows = await ctx.db.kysely
    .selectFrom('harm.markers')
    .selectAll()
    .select(sql<string>`day::text`.as('day_text'))
    .where('player_id', '=', playerId)
    .orderBy('id', 'desc')
    .limit(mostShown)
    .execute()
  return ok({
    arePromotionsBarred: await arePromotionsBarred(ctx.db.kysely, playerId),
    markers: rows.map(present),
  })
}
