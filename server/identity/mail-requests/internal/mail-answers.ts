/**
 * Looks up the player of a mail request and sends the answer to the mailbox, so that only its owner learns the result.
 */
import { PlayerStatus } from '#contract/identity.ts'
import type { Caller, Deps, Tx } from '../../../deps.ts'
import { send } from '../../../messaging/index.ts'
import { countAttempt, digest, perHour, perDay } from '../../../kernel/attempts.ts'
import { audit, type AuditAction } from '../../../kernel/audit.ts'
import { confirmationLink } from '../email-confirmation.ts'
import { hashLinkCode, issueLinkCode, type LinkPurpose } from '../../../kernel/link-codes.ts'
import type { MailRequest } from '../mail-requests.ts'
import { findPlayerByEmail, lockPlayer, mailboxOf, normalEmail } from '../../players/players.ts'
import { localePrefix } from '../../../kernel/locales.ts'

export const resetSeconds = 3600
const admitted: number[] = [PlayerStatus.active, PlayerStatus.limited]

/** Sends a reset link to a player who may sign in, and nothing to anyone else. */
export async function answerReset(tx: Tx, deps: Deps, request: MailRequest): Promise<null> {
  const issued = await issueTo(tx, deps, request, {
    counted: 'reset',
    purpose: 'password-reset',
    action: 'password-reset-asked',
  })
  if (!issued) return null
  const link = `${deps.settings.publicUrl}/password-reset?resetCode=${issued.code}`
  await send(tx, deps, { ...issued.delivery, medium: 'mail', template: 'password-reset', values: { link } })
  return null
}

/** Sends a player who may sign in a link that approves the device it is opened on, and nothing to anyone else. */
export async function answerApproval(tx: Tx, deps: Deps, request: MailRequest): Promise<null> {
  const issued = await issueTo(tx, deps, request, {
    counted: 'approval',
    purpose: 'sign-in-approval',
    action: 'sign-in-approval-asked',
  })
  if (!issued) return null
  const link = `${deps.settings.publicUrl}/approve?approvalCode=${issued.code}`
  const values = { link, country: request.country ?? '' }
  await send(tx, deps, { ...issued.delivery, medium: 'mail', template: 'sign-in-approval', values })
  return null
}

type Issuing = { counted: string; purpose: LinkPurpose; action: AuditAction }
type Issued = { code: string; delivery: { to: string; locale: string; playerId: string; expiresAt: Date } }

/** The new code and its recipient; null if the player may not sign in or the mailbox has received too many mails. */
async function issueTo(
  tx: Tx,
  deps: Deps,
  request: MailRequest,
  { counted, purpose, action }: Issuing,
): Promise<Issued | null> {
  const found = await findPlayerByEmail(tx, request.email)
  // With the lock, a change of the address either precedes the mail or follows it and invalidates its code.
  const player = found && (await lockPlayer(tx, found.id))
  if (!player?.email || normalEmail(player.email) !== normalEmail(request.email)) return null
  if (!admitted.includes(player.status) || (await isFlooded(tx, deps, counted, request.email))) return null
  const { id: playerId, email: to, locale } = player
  const code = await issueLinkCode(tx, deps, { purpose, playerId, address: to, ttlSeconds: resetSeconds })
  await audit(tx, { ...deps, caller: callerOf(request) }, { action, playerId })
  const expiresAt = new Date(deps.clock.now().getTime() + resetSeconds * 1000)
  return { code, delivery: { to, locale, playerId, expiresAt } }
}

/**
 * The hash of the code that completes the registration; null if the address has an account, whose owner is informed
 * instead.
 */
export async function answerRegistration(tx: Tx, deps: Deps, request: MailRequest): Promise<Buffer | null> {
  const player = await findPlayerByEmail(tx, request.email)
  if (await isFlooded(tx, deps, 'registration', request.email)) return null
  if (player) {
    if (admitted.includes(player.status)) await notifyRegistered(tx, deps, player.email!, player)
    return null
  }
  const code = Buffer.from(deps.randomBytes(32)).toString('base64url')
  await send(tx, deps, {
    medium: 'mail',
    to: request.email,
    locale: request.locale,
    template: 'email-confirmation',
    values: { link: confirmationLink(deps, code) },
    expiresAt: request.expires_at,
  })
  return hashLinkCode(code)
}

async function notifyRegistered(tx: Tx, deps: Deps, to: string, player: { id: string; locale: string }): Promise<void> {
  const home = `${deps.settings.publicUrl}${localePrefix(player.locale) || '/'}`
  await send(tx, deps, {
    medium: 'mail',
    to,
    locale: player.locale,
    template: 'already-registered',
    playerId: player.id,
    values: { link: `${home}?sign-in=true`, resetLink: `${home}?forgot-pass=true` },
  })
}

/**
 * Limits the mails per hour and day to one mailbox, regardless of the requester and of the address's spelling. Codes
 * sent earlier stay valid.
 */
async function isFlooded(tx: Tx, { clock }: Deps, kind: string, email: string): Promise<boolean> {
  const mailbox = digest(await mailboxOf(tx, email))
  return (
    (await countAttempt(tx, clock.now(), [
      { key: `${kind}:mailbox-hour:${mailbox}`, limit: perHour(4) },
      { key: `${kind}:mailbox-day:${mailbox}`, limit: perDay(8) },
    ])) !== null
  )
}

function callerOf(request: MailRequest): Caller {
  return {
    requestId: request.id,
    ip: request.ip,
    userAgent: request.user_agent,
    country: request.country,
    locale: request.locale,
    bearer: null,
    captcha: null,
    player: null,
  }
}
