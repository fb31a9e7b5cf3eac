/**
 * The second step of a social sign-in, for players with an authenticator: exchanges its code, or a recovery code, for
 * a session.
 */
import type * as contract from '#contract/social.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { Ctx } from '../../deps.ts'
import { addressOf, prefixOf } from '../../kernel/http/address-block.ts'
import { askSecondFactor, codeNotTaken, type TakenFactor } from '../../identity/index.ts'
import { forgetAttempt, perQuarterHour } from '../../kernel/attempts.ts'
import { mayPass, refuseCrowded } from '../../kernel/crowd.ts'
import { audit } from '../../kernel/audit.ts'
import { playerTexts } from '../../kernel/player-texts.ts'
import { restrictionOf } from '../../reference/index.ts'
import { admitProven } from './internal/admit.ts'
import { openTicket, type Ticket } from './internal/ticket.ts'
import { consumeOnce } from './internal/consume-once.ts'

type Endpoint = typeof contract.finishSocialSignIn
type Refusal = RefusalOf<Endpoint>

const attempts = (ip: string) => [
  { key: `social-code:address:${addressOf(ip)}`, limit: perQuarterHour(30), isShared: true },
  { key: `social-code:prefix:${prefixOf(ip)}`, limit: perQuarterHour(90), isShared: true },
]

export async function finishSocialSignIn(
  ctx: Ctx,
  { ticket: text, code, fingerprint }: VerbInput<Endpoint>,
): Promise<Result<ReplyOf<Endpoint>, Refusal>> {
  if (restrictionOf(ctx.settings, ctx.caller.country).restrictType === 2) return refuse('countryRestricted')
  const limits = attempts(ctx.caller.ip)
  if (!(await mayPass(ctx, limits))) return refuseCrowded(ctx)
  const ticket = openTicket(ctx, text)
  if (!ticket) return refuseAs(ctx, 'ticketInvalid', null)
  const factor = await askSecondFactor(ctx, ticket.playerId, code)
  if (factor === 'tooManyAttempts') return refuseAs(ctx, 'tooManyAttempts', ticket)
  if (factor !== 'passed' && factor !== 'none') return refuseFactor(ctx, ticket, factor)
  if (!(await consumeOnce(ctx, `ticket:${ticket.nonce}`, ticket.expiresAt)))
    return refuseAs(ctx, 'ticketInvalid', ticket)
  const admitted = await admitProven(ctx, ticket, { fingerprint })
  if (!admitted.ok) return refuseAs(ctx, admitted.refusal, ticket)
  await forgetAttempt(ctx, limits)
  return ok({ accessToken: admitted.value, backRoute: ticket.presented.backRoute })
}

async function refuseFactor(ctx: Ctx, ticket: Ticket, factor: 'required' | Exclude<TakenFactor, 'right'>) {
  await refuseAs(ctx, 'secondFactorWrong', ticket)
  return refuse('secondFactorWrong', codeNotTaken(ctx, factor === 'required' ? 'wrong' : factor))
}

async function refuseAs(ctx: Ctx, why: Refusal, ticket: Ticket | null) {
  const provider = ticket && { provider: ticket.presented.login.id }
  await audit(ctx.db.kysely, ctx, {
    action: 'sign-in-refused',
    playerId: ticket?.playerId ?? null,
    detail: { why, method: 'social', step: 'second-factor', ...provider },
  })
  return refuse(why, why === 'tooManyAttempts' ? { message: playerTexts(ctx).notice('tooManyAttempts') } : {})
}
