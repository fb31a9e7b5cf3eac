/** Exchanges a provider's callback for a session of a known, a linked or a new player. */
import type * as contract from '#contract/social.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { Ctx } from '../../deps.ts'
import { addressOf, prefixOf } from '../../kernel/http/address-block.ts'
import { forgetAttempt, perQuarterHour } from '../../kernel/attempts.ts'
import { hasProof, mayPass, refuseCrowded } from '../../kernel/crowd.ts'
import { audit } from '../../kernel/audit.ts'
import { restrictionOf } from '../../reference/index.ts'
import { isRegistrationCrowded } from '../registration/check-registration.ts'
import { admit } from './internal/admit.ts'
import { type Presented, present } from './internal/present.ts'
import { sealTicket } from './internal/ticket.ts'

type Endpoint = typeof contract.signInSocially
type Refusal = RefusalOf<Endpoint>

const attempts = (ip: string) => [
  { key: `social-sign-in:address:${addressOf(ip)}`, limit: perQuarterHour(60), isShared: true },
  { key: `social-sign-in:prefix:${prefixOf(ip)}`, limit: perQuarterHour(180), isShared: true },
]

export async function signInSocially(
  ctx: Ctx,
  input: VerbInput<Endpoint>,
): Promise<Result<ReplyOf<Endpoint>, Refusal>> {
  if (restrictionOf(ctx.settings, ctx.caller.country).restrictType === 2) return refuse('countryRestricted')
  const limits = attempts(ctx.caller.ip)
  if (!(await mayPass(ctx, limits))) return refuseCrowded(ctx)
  // Checked before the provider's answer is consumed, because the sign-in may be a registration.
  if ((await isRegistrationCrowded(ctx)) && !(await hasProof(ctx))) return refuseCrowded(ctx)
  const presented = await present(ctx, input)
  if (!presented.ok) return refuseAs(ctx, presented.refusal, { provider: input.provider, fault: presented.message })
  const admitted = await admit(ctx, presented.value, input)
  if (!admitted.ok)
    return refuseAs(ctx, admitted.refusal, {
      provider: presented.value.login.id,
      playerId: await holderOf(ctx, presented.value),
    })
  await forgetAttempt(ctx, limits)
  const { playerId, accessToken, isNewlyRegistered } = admitted.value
  const ticket = accessToken ? null : sealTicket(ctx, playerId, presented.value)
  return ok({ accessToken, ticket, isNewlyRegistered, backRoute: presented.value.backRoute })
}

async function holderOf({ db }: Ctx, { login, identity }: Presented): Promise<string | null> {
  const row = await db.kysely
    .selectFrom('identity.social_identities')
    .select('player_id')
    .where('provider', '=', login.id)
    .where('subject', '=', identity.subject)
    .executeTakeFirst()
  return row?.player_id ?? null
}

async function refuseAs(
  ctx: Ctx,
  why: Refusal,
  { provider, fault, playerId = null }: { provider: string; fault?: string | undefined; playerId?: string | null },
) {
  await audit(ctx.db.kysely, ctx, {
    action: 'sign-in-refused',
    playerId,
    detail: { why, method: 'social', provider, ...(fault && { fault }) },
  })
  return refuse(why)
}
