/** Step-up: a renewed proof of identity within the session. Sensitive verbs require it; it is valid for ten minutes. */
import type { Ctx, KernelDeps, PlayerCtx, Tx } from '../../deps.ts'
import { readPlayer } from '../players/players.ts'

const goodForMs = 10 * 60_000

type StepUpDeps = KernelDeps & PlayerCtx
type Reading = Ctx['db']['kysely'] | Tx

/** When the last proof of this session expires; null if none is valid. */
export async function steppedUpUntil(ctx: StepUpDeps, db: Reading = ctx.db.kysely): Promise<Date | null> {
  const { at, method, createdAt } = await provenAt(ctx, db)
  // Players with only a social account proved their identity by signing in.
  const proven = at ?? (method === 'social' && !(await hasPassword(ctx, db)) ? createdAt : null)
  if (!proven) return null
  const until = new Date(proven.getTime() + goodForMs)
  return until > ctx.clock.now() ? until : null
}

/**
 * `if (!(await hasSteppedUp(ctx))) return refuse('stepUpRequired')`: the session was proven within the last ten
 * minutes.
 */
export async function hasSteppedUp(ctx: StepUpDeps, db?: Reading): Promise<boolean> {
  return (await steppedUpUntil(ctx, db)) !== null
}

/**
 * Invalidates the step-ups of the player's other sessions, which were made with less than is required from now on. The
 * caller has locked the wallets.
 */
export async function voidOtherStepUps(tx: Tx, { caller }: Pick<StepUpDeps, 'caller'>): Promise<void> {
  const { id, sessionId } = caller.player
  await tx
    .updateTable('identity.sessions')
    .set({ stepped_up_at: new Date(0) })
    .where('player_id', '=', id)
    .where('id', '<>', sessionId)
    .where('closed_at', 'is', null)
    .execute()
}

/** Records the proof of this session; returns when it expires. */
export async function recordStepUp(tx: Tx, ctx: StepUpDeps): Promise<Date> {
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

async function provenAt({ caller }: StepUpDeps, db: Reading) {
  return db
    .selectFrom('identity.sessions')
    .select(['stepped_up_at as at', 'method', 'created_at as createdAt'])
    .where('id', '=', caller.player.sessionId)
    .where('player_id', '=', caller.player.id)
    .executeTakeFirstOrThrow()
}

async function hasPassword({ caller }: StepUpDeps, db: Reading): Promise<boolean> {
  return (await readPlayer(db, caller.player.id)).password_hash !== null
}
