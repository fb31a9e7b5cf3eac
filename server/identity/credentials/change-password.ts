/** Changes the password given the current one. The current session remains, all others end. */
import type * as contract from '#contract/credentials.ts'
import { PlayerStatus } from '#contract/identity.ts'
import { ok, refuse, type RefusalOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { faultOf } from '#contract/fields/rules.ts'
import type { PlayerCtx } from '../../deps.ts'
import { lockWallets } from '../../ledger/index.ts'
import { forgetAttempt, mayAttempt, perQuarterHour } from '../../kernel/attempts.ts'
import { audit } from '../../kernel/audit.ts'
import { type FieldFaults, hasFaults } from '../form-fields/check-form.ts'
import { hashPassword, verifyPassword } from '../passwords/passwords.ts'
import { endChallenges } from './internal/challenges.ts'
import { lockAccess, readPlayer } from '../players/players.ts'
import { wasDone } from '../players/was-done.ts'
import { lockOpenSession } from '../sessions/lock-open-session.ts'
import { faultOfPassword, setPassword } from '../sessions/set-password.ts'
import { playerTexts } from '../../kernel/player-texts.ts'

type Endpoint = typeof contract.changePassword

const repeatMs = 10 * 60_000

/** A stolen session must not be used to guess the password: the limit is the same as for signing in. */
const attempts = (playerId: string) => [{ key: `password-change:${playerId}`, limit: perQuarterHour(10) }]

export async function changePassword(
  ctx: PlayerCtx,
  input: VerbInput<Endpoint>,
): Promise<Result<void, RefusalOf<Endpoint>>> {
  const fields = faultsOf(ctx, input)
  if (hasFaults(fields)) return refuse('fieldsInvalid', { fields })
  const { id: playerId, sessionId } = ctx.caller.player
  if (!(await mayAttempt(ctx, attempts(playerId))))
    return refuse('tooManyAttempts', { message: playerTexts(ctx).notice('tooManyAttempts') })
  const player = await readPlayer(ctx.db.kysely, playerId)
  if (!(await verifyPassword(input.currentPassword, player.password_hash))) return repeatOrRefuse(ctx, input)
  await forgetAttempt(ctx, attempts(playerId))
  const passwordHash = await hashPassword(input.newPassword, ctx.randomBytes(16))
  const ended = await ctx.db.transaction(async (tx) => {
    // A concurrent reset or closure has precedence over a change that was authorised by the former password.
    const now = await lockAccess(tx, playerId)
    if (now.password_hash !== player.password_hash || now.status === PlayerStatus.closed) return null
    // Wallets are locked before the session, in the order of a sign-out.
    await lockWallets(tx, playerId)
    await lockOpenSession(tx, ctx)
    const sessions = await setPassword(tx, ctx, player, { passwordHash, keptSessionId: sessionId })
    await endChallenges(tx, playerId)
    await audit(tx, ctx, { action: 'password-changed', playerId, sessionId })
    return sessions
  })
  if (!ended) return repeatOrRefuse(ctx, input)
  for (const id of ended) ctx.realtime.closeSession(id)
  return ok()
}

/** Accepts a repeated call whose answer was lost: this session has just set that password, so nothing remains to do. */
async function repeatOrRefuse(
  ctx: PlayerCtx,
  { newPassword }: VerbInput<Endpoint>,
): Promise<Result<void, 'fieldsInvalid'>> {
  const { id: playerId, sessionId } = ctx.caller.player
  const since = new Date(ctx.clock.now().getTime() - repeatMs)
  if (await wasDone(ctx.db.kysely, { action: 'password-changed', playerId, sessionId, since })) {
    const { password_hash } = await readPlayer(ctx.db.kysely, playerId)
    if (await verifyPassword(newPassword, password_hash)) {
      await forgetAttempt(ctx, attempts(playerId))
      return ok()
    }
  }
  return refuse('fieldsInvalid', { fields: { currentPassword: [playerTexts(ctx).notice('passwordNotRight')] } })
}

function faultsOf(
  ctx: PlayerCtx,
  { currentPassword, newPassword, repeatNewPassword }: VerbInput<Endpoint>,
): FieldFaults {
  const { messages, notice } = playerTexts(ctx)
  const missing = faultOf(
    currentPassword,
    { required: true },
    { today: ctx.clock.now(), valueOf: () => undefined },
    messages,
  )
  const fault = faultOfPassword(ctx, newPassword)
  return {
    ...(missing ? { currentPassword: [missing] } : {}),
    ...(fault ? { newPassword: [fault] } : {}),
    ...(newPassword === repeatNewPassword ? {} : { repeatNewPassword: [notice('passwordsDiffer')] }),
  }
}
