/**
 * Sets a new password with the code from a mail. It opens no session: whoever read the mail must still sign in with the
 * new password.
 */
import type * as contract from '#contract/credentials.ts'
import { ok, refuse, type RefusalOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { Ctx, Tx } from '../../deps.ts'
import { addressOf, prefixOf } from '../../kernel/http/address-block.ts'
import { mayPass, refuseCrowded } from '../../kernel/crowd.ts'
import { audit } from '../../kernel/audit.ts'
import { type FieldFaults, hasFaults } from '../form-fields/check-form.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { proveAddress } from '../players/prove-address.ts'
import { faultOfPassword, setPassword } from '../sessions/set-password.ts'
import { playerTexts } from '../../kernel/player-texts.ts'
import { perQuarterHour } from '../../kernel/attempts.ts'
import { endChallenges } from './internal/challenges.ts'
import { playerOfLink } from './internal/player-of-link.ts'

type Endpoint = typeof contract.resetPassword
type Refusal = RefusalOf<Endpoint>

const attempts = (ip: string) => [
  { key: `reset-code:address:${addressOf(ip)}`, limit: perQuarterHour(15) },
  { key: `reset-code:prefix:${prefixOf(ip)}`, limit: perQuarterHour(60) },
]

export async function resetPassword(ctx: Ctx, input: VerbInput<Endpoint>): Promise<Result<void, Refusal>> {
  const fields = faultsOf(ctx, input)
  if (hasFaults(fields)) return refuse('fieldsInvalid', { fields })
  if (!(await mayPass(ctx, attempts(ctx.caller.ip)))) return refuseCrowded(ctx)
  const passwordHash = await hashPassword(input.password, ctx.randomBytes(16))
  const reset = await ctx.db.transaction((tx) => setPasswordByCode(tx, ctx, input.code, passwordHash))
  if (!reset.ok) return reset
  for (const sessionId of reset.value.ended) ctx.realtime.closeSession(sessionId)
  return ok()
}

function faultsOf(ctx: Ctx, { password, password_confirmation }: VerbInput<Endpoint>): FieldFaults {
  const fault = faultOfPassword(ctx, password)
  return {
    ...(fault ? { password: [fault] } : {}),
    ...(password === password_confirmation
      ? {}
      : { password_confirmation: [playerTexts(ctx).notice('passwordsDiffer')] }),
  }
}

async function setPasswordByCode(
  tx: Tx,
  ctx: Ctx,
  code: string,
  passwordHash: string,
): Promise<Result<{ playerId: string; ended: string[] }, Refusal>> {
  const player = await playerOfLink(tx, ctx, { purpose: 'password-reset', code })
  if (!player) return refuse('codeInvalid')
  if (!player.email_confirmed_at) await proveAddress(tx, ctx, player, { by: 'password-reset' })
  const ended = await setPassword(tx, ctx, player, { passwordHash, keptSessionId: null })
  await endChallenges(tx, player.id)
  await audit(tx, ctx, { action: 'password-reset', playerId: player.id })
  return ok({ playerId: player.id, ended })
}
