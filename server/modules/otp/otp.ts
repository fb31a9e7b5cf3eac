/**
 * One-time codes: bound to a phone, a reason and whoever asked, a player or a guest's block of addresses; kept as a keyed hash, good
 * for ten minutes and five tries. The next one of the same holder replaces the last.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { otpReasons } from '#contract/identity.ts'
import type { Tables } from '../../db/tables.ts'
import type { Ctx, Tx } from '../../deps.ts'
import { prefixOf } from '../../http/address-block.ts'
import { digest } from '../../platform/attempts.ts'
import { deriveKey } from '../../secret.ts'

export type OtpReason = (typeof otpReasons)[number]
/** `playerId` is null where nobody is signed in: a registration. */
export type OtpOf = { phone: string; reason: OtpReason; playerId: string | null }
type Asking = Pick<Ctx, 'settings' | 'clock' | 'caller'>

export const otpMinutes = 10
export const resendAfterSeconds = 60
const maxTries = 5
/** Guests with tries of their own at one code. */
const mostHolders = 4
const length = 6
const digits = '0123456789'
/** Without the letters and digits that are read for one another. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

function holderOf({ caller }: Asking, { playerId }: OtpOf): string {
  return playerId ? `player:${playerId}` : `guest:${digest(prefixOf(caller.ip))}`
}

/**
 * Replaces the holder's code. Null within 60 s of the last: that one stays valid, and of those who ask together one alone gets a
 * code. A decoy is a code that nobody receives: to whoever asks, it is like any other.
 */
export async function issueOtp(tx: Tx, ctx: Asking & Pick<Ctx, 'randomBytes'>, of: OtpOf): Promise<string | null> {
  const now = ctx.clock.now()
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`otp ${of.phone} ${of.reason}`}, 0))`.execute(tx)
  const recent = await codesOf(tx, ctx, of)
    .selectAll()
    .where('sent_at', '>', new Date(now.getTime() - resendAfterSeconds * 1000))
    .orderBy('sent_at', 'desc')
    .execute()
  if (recent[0]) {
    await share(tx, ctx, of, recent)
    return null
  }
  const code = makeCode(ctx)
  const values = {
    code_hash: hashOf(ctx, of, code),
    tries: 0,
    stranger_tries: 0,
    sent_at: now,
    expires_at: new Date(now.getTime() + otpMinutes * 60_000),
  }
  await tx
    .insertInto('identity.otps')
    .values({ phone: of.phone, reason: of.reason, holder: holderOf(ctx, of), ...values })
    .onConflict((conflict) => conflict.columns(['phone', 'reason', 'holder']).doUpdateSet(values))
    .execute()
  await sweep(tx, now)
  return code
}

/** The codes that this holder's minute is counted by: a player's own; of a phone's guests, who look alike, those of all. */
function codesOf(db: Kysely<Tables>, ctx: Asking, of: OtpOf) {
  const codes = db.selectFrom('identity.otps').where('phone', '=', of.phone).where('reason', '=', of.reason)
  return of.playerId ? codes.where('holder', '=', holderOf(ctx, of)) : codes.where('holder', 'like', 'guest:%')
}

/** A guest who asks while another guest's message is on its way gets tries of their own at its code, as long as they are few. */
async function share(
  tx: Tx,
  ctx: Asking,
  of: OtpOf,
  recent: Array<Selectable<Tables['identity.otps']>>,
): Promise<void> {
  const holder = holderOf(ctx, of)
  const [{ code_hash, sent_at, expires_at }] = recent as [(typeof recent)[0]]
  if (recent.some((code) => code.holder === holder) || recent.length >= mostHolders) return
  const values = { code_hash, sent_at, expires_at, tries: 0, stranger_tries: 0 }
  await tx
    .insertInto('identity.otps')
    .values({ phone: of.phone, reason: of.reason, holder, ...values })
    .onConflict((conflict) => conflict.columns(['phone', 'reason', 'holder']).doUpdateSet(values))
    .execute()
}

/** Seconds until another may be asked for. */
export async function secondsToResend(ctx: Asking & Pick<Ctx, 'db'>, of: OtpOf): Promise<number> {
  const now = ctx.clock.now()
  const row = await codesOf(ctx.db.kysely, ctx, of).select('sent_at').orderBy('sent_at', 'desc').executeTakeFirst()
  if (!row) return resendAfterSeconds
  return Math.min(
    resendAfterSeconds,
    Math.max(1, Math.ceil((row.sent_at.getTime() - now.getTime()) / 1000) + resendAfterSeconds),
  )
}

/**
 * One try. It is counted before the code is compared, so that of a hundred guesses together five are compared. A guest's try also
 * counts against the codes of guests from elsewhere, apart from their own tries: a phone that changes networks is a stranger to its
 * own code, and a stranger spends nobody's tries. A right code stays valid until it is spent.
 */
export async function isOtpRight(ctx: Asking & Pick<Ctx, 'db'>, of: OtpOf, code: string): Promise<boolean> {
  const holder = holderOf(ctx, of)
  const { rows } = await sql<{ code_hash: Buffer }>`
    UPDATE identity.otps SET
      tries = tries + (holder = ${holder})::int,
      stranger_tries = stranger_tries + (holder <> ${holder})::int
    WHERE (phone, reason, holder) IN (
        SELECT phone, reason, holder FROM identity.otps WHERE phone = ${of.phone} AND reason = ${of.reason} ORDER BY holder FOR UPDATE)
      AND expires_at > ${ctx.clock.now()}
      AND CASE WHEN holder = ${holder} THEN tries ELSE stranger_tries END < ${maxTries}
      AND (holder = ${holder} OR ${of.playerId === null})
    RETURNING code_hash`.execute(ctx.db.kysely)
  const hash = hashOf(ctx, of, code)
  // Every code is compared, so that the time taken does not depend on which one fits.
  return rows.filter((row) => timingSafeEqual(row.code_hash, hash)).length > 0
}

/** Uses a code up that `isOtpRight` has accepted: true for exactly one of those who present it together. */
export async function spendOtp(
  tx: Tx,
  ctx: Pick<Ctx, 'settings' | 'clock'>,
  of: OtpOf,
  code: string,
): Promise<boolean> {
  const spent = await tx
    .deleteFrom('identity.otps')
    .where('phone', '=', of.phone)
    .where('reason', '=', of.reason)
    .where('code_hash', '=', hashOf(ctx, of, code))
    .where('expires_at', '>', ctx.clock.now())
    .returning('phone')
    .executeTakeFirst()
  return spent !== undefined
}

function hashOf({ settings }: Pick<Ctx, 'settings'>, { phone, reason, playerId }: OtpOf, code: string): Buffer {
  return createHmac('sha256', deriveKey(settings.secret, 'otp'))
    .update(`${phone}|${reason}|${playerId ?? ''}|${code.trim().toUpperCase()}`)
    .digest()
}

/** Bytes beyond the last whole round of the alphabet are thrown away, so that every code is as likely as another. */
function makeCode({ settings, randomBytes }: Pick<Ctx, 'settings' | 'randomBytes'>): string {
  const alphabet = settings.otp.hasLetters ? letters : digits
  const fair = 256 - (256 % alphabet.length)
  let code = ''
  while (code.length < length)
    for (const byte of randomBytes(16))
      if (byte < fair && code.length < length) code += alphabet[byte % alphabet.length]
  return code
}

/** Every new code takes a few away that are over, so the table stays as small as the last minutes were busy. */
async function sweep(tx: Tx, now: Date): Promise<void> {
  await sql`
    DELETE FROM identity.otps WHERE (phone, reason, holder) IN (
      SELECT phone, reason, holder FROM identity.otps WHERE expires_at <= ${now} ORDER BY expires_at LIMIT 8 FOR UPDATE SKIP LOCKED)`.execute(
    tx,
  )
}
