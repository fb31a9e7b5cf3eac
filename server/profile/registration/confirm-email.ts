/**
 * Handles the link of a confirmation mail: it confirms a player's address or completes a pending registration. If the
 * reader of the mail requested neither, the address is removed or the registration deleted. A pending registration is not
 * a player, so nobody can register another person's address in advance.
 */
import type * as contract from '#contract/credentials.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { Ctx, Tx } from '../../deps.ts'
import { addressOf, prefixOf } from '../../kernel/http/address-block.ts'
import { withdrawMarketing } from '../../messaging/index.ts'
import { mayPass, refuseCrowded } from '../../kernel/crowd.ts'
import { audit } from '../../kernel/audit.ts'
import {
  confirmAddress,
  deleteOtherRegistrations,
  deleteRegistration,
  findRegistration,
  issueAutologinToken,
  lockPlayer,
  lockStatus,
  type MailRequest,
  readPlayer,
  readRegistration,
  settleRegistration,
  updatePlayer,
  type WaitingRegistration,
} from '../../identity/index.ts'
import { createPlayer } from './create-player.ts'
import { hashLinkCode, consumeLinkCode, readLinkOwner } from '../../kernel/link-codes.ts'
import { perQuarterHour } from '../../kernel/attempts.ts'

type Endpoint = typeof contract.confirmEmail
type Answer = Result<ReplyOf<Endpoint>, RefusalOf<Endpoint>>

const attempts = (ip: string) => [
  { key: `confirm:address:${addressOf(ip)}`, limit: perQuarterHour(30) },
  { key: `confirm:prefix:${prefixOf(ip)}`, limit: perQuarterHour(120) },
]

export async function confirmEmail(ctx: Ctx, { code, isMine }: VerbInput<Endpoint>): Promise<Answer> {
  if (!(await mayPass(ctx, attempts(ctx.caller.ip)))) return refuseCrowded(ctx)
  if (!isMine) return ctx.db.transaction((tx) => disown(tx, ctx, code))
  return ctx.db.transaction(
    async (tx) =>
      (await confirmOfPlayer(tx, ctx, code)) ?? (await confirmRegistration(tx, ctx, code)) ?? refuse('codeInvalid'),
  )
}

/**
 * Releases the address for its owner. A player who mistyped it keeps the session and can enter the right one there. The
 * address is not recorded as a former contact, because it never was the player's.
 */
async function disown(tx: Tx, ctx: Ctx, code: string): Promise<Answer> {
  const of = { purpose: 'email-confirmation', code } as const
  const owner = await readLinkOwner(tx, ctx, of)
  if (!owner) {
    const request = await findRegistration(tx, ctx, hashLinkCode(code))
    if (!request || !readRegistration(request.registration)) return refuse('codeInvalid')
    await deleteRegistration(tx, request)
    return ok({ autologinToken: null })
  }
  const player = await lockPlayer(tx, owner)
  const link = await consumeLinkCode(tx, ctx, of)
  if (!link || player.email !== link.address || player.email_confirmed_at) return refuse('codeInvalid')
  const now = ctx.clock.now()
  await updatePlayer(tx, owner, { email: null, updated_at: now })
  await tx
    .updateTable('identity.link_codes')
    .set({ used_at: now })
    .where('player_id', '=', owner)
    .where('used_at', 'is', null)
    .execute()
  await withdrawMarketing(tx, ctx, { playerId: owner, medium: 'mail' })
  await audit(tx, ctx, { action: 'email-disowned', playerId: owner })
  return ok({ autologinToken: null })
}

async function confirmOfPlayer(tx: Tx, ctx: Ctx, code: string): Promise<Answer | null> {
  const of = { purpose: 'email-confirmation', code } as const
  const owner = await readLinkOwner(tx, ctx, of)
  if (!owner) return wasConfirmed(tx, ctx, code)
  await lockStatus(tx, owner)
  const link = await consumeLinkCode(tx, ctx, of)
  if (!link) return wasConfirmed(tx, ctx, code)
  if (!(await confirmAddress(tx, link.playerId, link.address, ctx.clock.now()))) return refuse('codeInvalid')
  await audit(tx, ctx, { action: 'email-confirmed', playerId: link.playerId })
  return ok({ autologinToken: null })
}

/**
 * Returns the first answer of a used code until it expires, because mail scanners open links before their readers do.
 */
async function wasConfirmed(tx: Tx, { clock }: Ctx, code: string): Promise<Answer | null> {
  const used = await tx
    .selectFrom('identity.link_codes')
    .select(['player_id', 'address'])
    .where('code_hash', '=', hashLinkCode(code))
    .where('purpose', '=', 'email-confirmation')
    .where('used_at', 'is not', null)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
  if (!used) return null
  const player = await readPlayer(tx, used.player_id)
  return player.email === used.address && player.email_confirmed_at ? ok({ autologinToken: null }) : null
}

async function confirmRegistration(tx: Tx, ctx: Ctx, code: string): Promise<Answer | null> {
  const request = await findRegistration(tx, ctx, hashLinkCode(code))
  if (!request) return null
  const registration = readRegistration(request.registration)
  if (!registration) return ok({ autologinToken: null })
  const playerId = await admit(tx, ctx, request, registration)
  await settleRegistration(tx, request)
  return ok({ autologinToken: playerId && (await issueAutologinToken(tx, ctx, playerId)) })
}

/** Null if another registration with this address was confirmed meanwhile. */
async function admit(
  tx: Tx,
  ctx: Ctx,
  request: MailRequest,
  registration: WaitingRegistration,
): Promise<string | null> {
  const playerId = await createPlayer(tx, ctx, { ...registration, email: request.email, isEmailConfirmed: true })
  if (!playerId) return null
  await audit(tx, ctx, {
    action: 'registered',
    playerId,
    detail: { way: 'email', country: registration.country, currency: registration.currency },
  })
  await audit(tx, ctx, { action: 'email-confirmed', playerId })
  await deleteOtherRegistrations(tx, request)
  return playerId
}
