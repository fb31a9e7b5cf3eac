/** Access of a player at the desk: a link that resets the password, and lost second factors. */
import { sql } from 'kysely'
import type * as contract from '#contract/desk/player-acts.ts'
import { ok, refuse, type RefusalOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { PlayerStatus } from '#contract/identity.ts'
import type { Tx } from '../../deps.ts'
import type { DeskCtx } from '../../kernel/http/desk-session.ts'
import { audit } from '../../kernel/audit.ts'
import { queueMailRequest } from '../mail-requests/mail-requests.ts'
import { lockStatus } from '../players/lock-status.ts'
import { findPlayer, lockPlayer } from '../players/players.ts'
import * as verb from './check-security-answer.ts'
import { removeFactors } from './remove-factors.ts'

/** The mail goes to the address of the account, by the same way as one that its owner requests. */
export async function sendResetLink(
  ctx: DeskCtx,
  { playerId }: VerbInput<typeof contract.sendResetLink>,
): Promise<Result<void, RefusalOf<typeof contract.sendResetLink>>> {
  if (!(await findPlayer(ctx.db.kysely, playerId))) return refuse('playerNotFound')
  return ctx.db.transaction(async (tx): Promise<Result<void, RefusalOf<typeof contract.sendResetLink>>> => {
    const { email, locale, status } = await lockPlayer(tx, playerId)
    if (status === PlayerStatus.closed) return refuse('accountClosed')
    if (status === PlayerStatus.blocked) return refuse('mayNotSignIn')
    if (!email) return refuse('noAddress')
    await queueMailRequest(tx, ctx, { kind: 'password-reset', email, locale, goodForSeconds: 3600 })
    await audit(tx, ctx, { action: 'reset-link-sent', playerId })
    return ok()
  })
}

/** Opens nothing by itself. */
export async function checkSecurityAnswer(
  ctx: DeskCtx,
  input: VerbInput<typeof contract.checkSecurityAnswer>,
): Promise<Result<{ question: string; isRight: boolean }, RefusalOf<typeof contract.checkSecurityAnswer>>> {
  if (!(await findPlayer(ctx.db.kysely, input.playerId))) return refuse('playerNotFound')
  return verb.checkSecurityAnswer(ctx, input)
}

export async function resetFactors(
  ctx: DeskCtx,
  input: VerbInput<typeof contract.resetFactors>,
): Promise<Result<{ authenticators: number; passkeys: number }, RefusalOf<typeof contract.resetFactors>>> {
  if (!(await findPlayer(ctx.db.kysely, input.playerId))) return refuse('playerNotFound')
  return removeFactors(ctx, input)
}

/** A player whose factors changed since it was asked for, perhaps by the player, is looked at again. */
export const secondPersonOfFactors = {
  subjectOf: async (_ctx: DeskCtx, { playerId }: { playerId: string }) => `second factors of player ${playerId}`,
  async versionOf(tx: Tx, { playerId }: { playerId: string }): Promise<string> {
    if (!(await findPlayer(tx, playerId))) return ''
    const status = await lockStatus(tx, playerId)
    const { rows } = await sql<{ factors: string }>`
      SELECT concat_ws(' ',
        (SELECT enabled_at FROM credentials.totps WHERE player_id = ${playerId}),
        (SELECT string_agg(id::text, ',' ORDER BY id) FROM credentials.passkeys WHERE player_id = ${playerId})) AS factors`.execute(
      tx,
    )
    return `${status} ${rows[0]!.factors}`
  },
}
