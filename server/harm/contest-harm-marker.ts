/** A player contests a marker: once, with a reason that an operator reads before deciding. */
import { sql } from 'kysely'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { stockMessages } from '#contract/fields/messages.ts'
import type * as contract from '#contract/harm.ts'
import type { PlayerCtx } from '../deps.ts'
import { audit } from '../kernel/audit.ts'
import { playerTexts } from '../kernel/player-texts.ts'
import { present } from './internal/present.ts'

type Endpoint = typeof contract.contestHarmMarker
type Answer = Result<ReplyOf<Endpoint>, RefusalOf<Endpoint>>
const longest = 1000

export async function contestHarmMarker(ctx: PlayerCtx, { id, text }: VerbInput<Endpoint>): Promise<Answer> {
  const { messages } = playerTexts(ctx)
  const reason = text.replaceAll('\u0000', '').trim()
  if (reason === '') return refuse('fieldsInvalid', { fields: { text: [messages.required ?? stockMessages.required] } })
  const { id: playerId, sessionId } = ctx.caller.player
  return ctx.db.transaction(async (tx): Promise<Answer> => {
    const own = tx.selectFrom('harm.markers').where('id', '=', BigInt(id)).where('player_id', '=', playerId)
    const known = await own.select(['state', 'contested_at']).forUpdate().executeTakeFirst()
    if (!known) return refuse('markerNotFound')
    if (known.contested_at !== null || known.state === 'dismissed') return refuse('alreadyContested')
    const contested = await tx
      .updateTable('harm.markers')
      .set({ contested_at: ctx.clock.now(), contest: [...reason].slice(0, longest).join('') })
      .where('id', '=', BigInt(id))
      .where('player_id', '=', playerId)
      .returningAll()
      .returning(sql<string>`day::text`.as('day_text'))
      .executeTakeFirstOrThrow()
    await audit(tx, ctx, { action: 'harm-marker-contested', playerId, sessionId, detail: { marker: id } })
    return ok(present(contested))
  })
}
