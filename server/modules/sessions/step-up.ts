/** Step-up: proof, given again within the session, of who holds it. Sensitive verbs ask for it; a proof holds for ten minutes. */
import type { Ctx, PlayerCtx, Tx } from '../../deps.ts'

const goodForMs = 10 * 60_000

type Asked = Pick<Ctx, 'db' | 'clock'> & Pick<PlayerCtx, 'caller'>

/** Until when the last proof of this session holds; null where there is none that still does. */
export async function steppedUpUntil(ctx: Asked): Promise<Date | null> {
  const { at, method, createdAt, hasPassword } = await provenAt(ctx)
  // Who holds nothing but a social account has just proven it by coming in.
  const proven = at ?? (method === 'social' && !hasPassword ? createdAt : null)
  if (!proven) return null
  const until = new Date(proven.getTime() + goodForMs)
  return until > ctx.clock.now() ? until : null
}

/** `if (!(await hasSteppedUp(ctx))) return refuse('stepUpRequired')`: the session was proven within the last ten minutes. */
export async function hasSteppedUp(ctx: Asked): Promise<boolean> {
  return (await steppedUpUntil(ctx)) !== null
}

/** Notes the proof just given by this session; answers until when it holds. */
export async function recordStepUp(tx: Tx, ctx: Asked): Promise<Date> {
  const now = ctx.clock.now()
  const { id, sessionId } = ctx.caller.player
  await tx
    .updateTable('identity.sessions')
    .set({ stepped_up_at: now })
    .where('id', '=', sessionId)
    .where('player_id', '=', id)
    .execute()
  return new Date(now.getTime() + goodForMs)
}

async function provenAt({ db, caller }: Asked) {
  return db.kysely
    .selectFrom('identity.sessions as s')
    .innerJoin('identity.players as p', 'p.id', 's.player_id')
    .select([
      's.stepped_up_at as at',
      's.method',
      's.created_at as createdAt',
      (eb) => eb('p.password_hash', 'is not', null).as('hasPassword'),
    ])
    .where('s.id', '=', caller.player.sessionId)
    .where('s.player_id', '=', caller.player.id)
    .executeTakeFirstOrThrow()
}
