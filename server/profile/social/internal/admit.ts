/** Opens a session for an identity confirmed by a social provider. */
import { isEmail } from '#contract/fields/text.ts'
import { PlayerStatus } from '#contract/identity.ts'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import { lockNamed } from '../../../kernel/locks.ts'
import { commitRefusal } from '../../../kernel/db/connect.ts'
import type { Ctx, Tx } from '../../../deps.ts'
import {
  closeEverySession,
  findPlayerByEmail,
  hasTotp,
  isOwnerProven,
  lockAccess,
  openSession,
  type Player,
  proveAddress,
  readPlayer,
  updatePlayer,
} from '../../../identity/index.ts'
import { countAttempt, registrationAttempt } from '../../../kernel/attempts.ts'
import { hasProof } from '../../../kernel/crowd.ts'
import { audit } from '../../../kernel/audit.ts'
import { isRegistrationLimited } from '../../registration/check-registration.ts'
import { createPlayer } from '../../registration/create-player.ts'
import { isOfferedCountry, isRegistrationBarred, offeredCurrencyOf } from '../../../reference/index.ts'
import { announceLink } from './announce-link.ts'
import type { Presented } from './present.ts'
import type { Ticket } from './ticket.ts'

type Origin = {
  locale?: string | undefined
  fingerprint?: string | null | undefined
  affiliateTag?: string | null | undefined
}
/**
 * Without a token if the player's authenticator code is required first; until then no session is opened and nothing is
 * linked.
 */
type Admission = { playerId: string; accessToken: string | null; isNewlyRegistered: boolean }
type Refusal = 'emailUnverified' | 'accountBlocked' | 'countryRestricted' | 'captchaRequired'
type Admitted = Promise<Result<Admission, Refusal>>

export async function admit(ctx: Ctx, presented: Presented, origin: Origin): Admitted {
  const { login, identity } = presented
  return ctx.db.transaction(async (tx) => {
    await lockIdentity(tx, presented)
    const known = await linkedPlayer(tx, presented)
    if (known) return enter(tx, ctx, known, presented, origin)
    if (login.tellsEmail && !isVouchedFor(presented)) return refuse('emailUnverified')
    const holder = identity.email && (await findPlayerByEmail(tx, identity.email))
    if (holder) return link(tx, ctx, holder, presented, origin)
    return register(tx, ctx, presented, origin)
  })
}

/**
 * Like `admit`, after a correct authenticator code. The account that belongs to the identity may have changed since.
 */
export async function admitProven(
  ctx: Ctx,
  { playerId, presented }: Ticket,
  origin: Origin,
): Promise<Result<string, 'ticketInvalid' | 'accountBlocked'>> {
  return ctx.db.transaction(async (tx) => {
    await lockIdentity(tx, presented)
    const known = await linkedPlayer(tx, presented)
    const player =
      known ?? (presented.identity.email ? await findPlayerByEmail(tx, presented.identity.email) : undefined)
    if (player?.id !== playerId) return refuse('ticketInvalid')
    const entered = known
      ? await enter(tx, ctx, known, presented, origin)
      : await link(tx, ctx, player, presented, origin)
    if (entered.ok) return entered.value.accessToken ? ok(entered.value.accessToken) : refuse('ticketInvalid')
    return refuse(entered.refusal === 'accountBlocked' ? 'accountBlocked' : 'ticketInvalid')
  })
}

/** Serializes sign-ins of one identity, so that a new visitor in two tabs becomes one player. */
async function lockIdentity(tx: Tx, { login, identity }: Presented): Promise<void> {
  await lockNamed(tx, 'social', `${login.id} ${identity.subject}`)
}

async function linkedPlayer(tx: Tx, { login, identity }: Presented): Promise<Player | null> {
  const row = await tx
    .selectFrom('identity.social_identities')
    .select('player_id')
    .where('provider', '=', login.id)
    .where('subject', '=', identity.subject)
    .executeTakeFirst()
  return row ? readPlayer(tx, row.player_id) : null
}

function isVouchedFor({ identity: { email, isEmailVerified } }: Presented): boolean {
  return isEmailVerified && isEmail(email)
}

async function enter(
  tx: Tx,
  ctx: Ctx,
  player: Player,
  { login, connection, identity }: Presented,
  { fingerprint = null }: Origin,
): Admitted {
  // This lock orders the sign-in and a concurrent closure or block: either it is refused, or its session is ended.
  const { status } = await lockAccess(tx, player.id)
  if (status === PlayerStatus.blocked || status === PlayerStatus.closed) return refuse('accountBlocked')
  // A player's second factor applies to every sign-in method, unless the provider required one of its own.
  if (!identity.hasSecondFactor && (await hasTotp(tx, player.id)))
    return ok({ playerId: player.id, accessToken: null, isNewlyRegistered: false })
  const { sessionId, accessToken } = await openSession(tx, ctx, { playerId: player.id, fingerprint, method: 'social' })
  await audit(tx, ctx, {
    action: 'signed-in',
    playerId: player.id,
    sessionId,
    detail: { method: 'social', provider: login.id, connection },
  })
  return ok({ playerId: player.id, accessToken, isNewlyRegistered: false })
}

/**
 * Links the identity to the account with its address. If the address is unconfirmed, someone else may have created the
 * account in advance: its owner, whom the provider confirms, gets it without the credentials set up before. An account
 * with another proof of its owner is not linked by an address that this owner never confirmed.
 */
async function link(tx: Tx, ctx: Ctx, { id, email }: Player, presented: Presented, origin: Origin): Admitted {
  // The address is read again under the lock, because the player may have just changed it.
  await lockAccess(tx, id)
  const player = await readPlayer(tx, id)
  if (player.email !== email) return refuse('emailUnverified')
  if (player.status === PlayerStatus.blocked || player.status === PlayerStatus.closed) return refuse('accountBlocked')
  if (!player.email_confirmed_at) {
    if (isOwnerProven(player)) return refuse('emailUnverified')
    await proveAddress(tx, ctx, player, { by: 'social' })
    await closeEverySession(tx, ctx.clock.now(), id, 'password-changed')
  }
  const entered = await enter(tx, ctx, player, presented, origin)
  if (!entered.ok || !entered.value.accessToken) return entered
  await linkIdentity(tx, ctx, player.id, presented)
  await audit(tx, ctx, {
    action: 'social-linked',
    playerId: player.id,
    detail: { provider: presented.login.id, connection: presented.connection },
  })
  await announceLink(tx, ctx, player, presented)
  return entered
}

async function register(tx: Tx, ctx: Ctx, presented: Presented, origin: Origin): Admitted {
  const { login, connection, identity } = presented
  const country = ctx.caller.country ?? ctx.settings.defaultCountry
  const isBarred = [ctx.caller.country, country].some((each) => isRegistrationBarred(ctx.settings, each))
  if (isBarred || !isOfferedCountry(country)) return refuse('countryRestricted')
  const isCrowded =
    isRegistrationLimited(ctx) && (await countAttempt(tx, ctx.clock.now(), registrationAttempt(ctx.caller.ip)))
  if (isCrowded && !(await hasProof(ctx))) return commitRefusal(refuse('captchaRequired'))
  const currency = offeredCurrencyOf(ctx.reference, country)
  const playerId = await createPlayer(tx, ctx, {
    ...(login.tellsEmail && { email: identity.email!, isEmailConfirmed: true }),
    nickname: nicknameOf(presented),
    passwordHash: null,
    country,
    currency,
    locale: origin.locale,
    // The terms are also shown next to the sign-in buttons.
    hasAgreed: true,
    bonusCode: presented.bonusCode,
    fingerprint: origin.fingerprint,
    affiliateTag: origin.affiliateTag,
  })
  // The address was taken concurrently: by an account that has not confirmed it, or by the same social sign-in a
  // moment ago.
  if (playerId === null) {
    const holder = await findPlayerByEmail(tx, identity.email!)
    // No account has the address: it belonged to a player who may not return.
    const linked = holder ? await link(tx, ctx, holder, presented, origin) : refuse('accountBlocked')
    // The refusal must commit, so that the attempt stays counted.
    return linked.ok ? linked : commitRefusal(linked)
  }
  await updatePlayer(tx, playerId, { first_name: identity.firstName, last_name: identity.lastName })
  await linkIdentity(tx, ctx, playerId, presented)
  const { sessionId, accessToken } = await openSession(tx, ctx, {
    playerId,
    fingerprint: origin.fingerprint ?? null,
    method: 'social',
  })
  await audit(tx, ctx, {
    action: 'registered',
    playerId,
    sessionId,
    detail: { country, currency, method: 'social', provider: login.id, connection },
  })
  return ok({ playerId, accessToken, isNewlyRegistered: true })
}

/**
 * The user part of an email address, as for `createPlayer`; a messenger's user name is public, and a first name does
 * not identify anyone.
 */
function nicknameOf({ login, identity }: Presented): string | undefined {
  return login.tellsEmail ? undefined : (identity.nickname ?? identity.firstName ?? undefined)
}

async function linkIdentity(tx: Tx, ctx: Ctx, playerId: string, { login, identity }: Presented): Promise<void> {
  await tx
    .insertInto('identity.social_identities')
    .values({
      provider: login.id,
      subject: identity.subject,
      player_id: playerId,
      email: identity.email,
      linked_at: ctx.clock.now(),
    })
    .execute()
}
