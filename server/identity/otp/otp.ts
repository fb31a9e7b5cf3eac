/**
 * One-time codes: bound to a phone, a reason and a holder (a player or a guest's address block); stored as a keyed
 * hash, valid for ten minutes and five attempts. A new code of the same holder replaces the last.
 */
import { createHmac } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { otpReasons } from '#contract/identity.ts'
import { resendAfterSeconds } from '#contract/otp.ts'
import { deleteExpired } from '../../kernel/db/delete-expired.ts'
import { lockNamed } from '../../kernel/locks.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import type { Ctx, KernelDeps, Tx } from '../../deps.ts'
import { prefixOf } from '../../kernel/http/address-block.ts'
import { digest } from '../../kernel/attempts.ts'
import { deriveKey, deriveKeys, isSignedWithAny } from '../../kernel/secret.ts'

export type OtpReason = (typeof otpReasons)[number]
/** `playerId` is null without a session, that is for a registration. */
export type OtpOf = { phone: string; reason: OtpReason; playerId: string | null }
export const otpMinutes = 10
const maxTries = 5
/** At most this many guests have separate attempts at one code. */
const maxHolders = 4
const length = 6
const digits = '0123456789'
/** Without letters and digits that look alike. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

function holderOf({ caller }: Ctx, { playerId }: OtpOf): string {
  return playerId ? `player:${playerId}` : `guest:${digest(prefixOf(caller.ip))}`
}

/**
 * Replaces the holder's code. Returns null within 60 s of the last one, which stays valid; of concurrent requests, one
 * gets a code.
 */
export async function issueOtp(tx: Tx, ctx: Ctx & KernelDeps, otp: OtpOf): Promise<string | null> {
  const now = ctx.clock.now()
  await lockNamed(tx, 'otp', `${otp.phone} ${otp.reason}`)
  const recent = await codesOf(tx, ctx, otp)
    .selectAll()
    .where('sent_at', '>', new Date(now.getTime() - resendAfterSeconds * 1000))
    .orderBy('sent_at', 'desc')
    .execute()
  if (recent[0]) {
    await shareAttempts(tx, ctx, otp, recent)
    return null
  }
  const code = makeCode(ctx)
  const values = {
    code_hash: hashOf(deriveKey(ctx.settings.secret, 'otp'), otp, code),
    tries: 0,
    stranger_tries: 0,
    sent_at: now,
    expires_at: new Date(now.getTime() + otpMinutes * 60_000),
  }
  await tx
    .insertInto('identity.otps')
    .values({ phone: otp.phone, reason: otp.reason, holder: holderOf(ctx, otp), ...values })
    .onConflict((conflict) => conflict.columns(['phone', 'reason', 'holder']).doUpdateSet(values))
    .execute()
  await deleteExpired(tx, { table: 'identity.otps', keys: 'phone, reason, holder', expiry: 'expires_at' }, now)
  return code
}

/**
 * The codes that count towards this holder's waiting time: a player's own; for guests, who cannot be distinguished,
 * those of all guests of the phone.
 */
function codesOf(db: Kysely<Tables>, ctx: Ctx, otp: OtpOf) {
  const codes = db.selectFrom('identity.otps').where('phone', '=', otp.phone).where('reason', '=', otp.reason)
  return otp.playerId ? codes.where('holder', '=', holderOf(ctx, otp)) : codes.where('holder', 'like', 'guest:%')
}

/**
 * A guest who requests a code while another guest's message is in progress gets separate attempts at that code, up to a
 * limit.
 */
async function shareAttempts(
  tx: Tx,
  ctx: Ctx,
  otp: OtpOf,
  recent: Array<Selectable<Tables['identity.otps']>>,
): Promise<void> {
  const holder = holderOf(ctx, otp)
  const [{ code_hash, sent_at, expires_at }] = recent as [(typeof recent)[0]]
  if (recent.some((code) => code.holder === holder) || recent.length >= maxHolders) return
  const values = { code_hash, sent_at, expires_at, tries: 0, stranger_tries: 0 }
  await tx
    .insertInto('identity.otps')
    .values({ phone: otp.phone, reason: otp.reason, holder, ...values })
    .onConflict((conflict) => conflict.columns(['phone', 'reason', 'holder']).doUpdateSet(values))
    .execute()
}

/** Seconds until another code may be requested. */
export async function secondsToResend(ctx: Ctx & KernelDeps, otp: OtpOf): Promise<number> {
  const now = ctx.clock.now()
  const row = await codesOf(ctx.db.kysely, ctx, otp).select('sent_at').orderBy('sent_at', 'desc').executeTakeFirst()
  if (!row) return resendAfterSeconds
  return Math.min(
    resendAfterSeconds,
    Math.max(1, Math.ceil((row.sent_at.getTime() - now.getTime()) / 1000) + resendAfterSeconds),
  )
}

/**
 * Each attempt is counted before the comparison, so that of a hundred concurrent guesses only five are compared. A
 * guest's attempts are counted per network, so that strangers cannot use up anybody's attempts and a phone may change
 * networks. A right code stays valid until it is used.
 */
export async function isOtpRight(ctx: Ctx & KernelDeps, otp: OtpOf, code: string): Promise<boolean> {
  const holder = holderOf(ctx, otp)
  const { rows } = await sql<{ code_hash: Buffer }>`
    UPDATE identity.otps SET
      tries = tries + (holder = ${holder})::int,
      stranger_tries = stranger_tries + (holder <> ${holder})::int
    WHERE (phone, reason, holder) IN (
        SELECT phone, reason, holder FROM identity.otps WHERE phone = ${otp.phone} AND reason = ${otp.reason} ORDER BY holder FOR UPDATE)
      AND expires_at > ${ctx.clock.now()}
      AND CASE WHEN holder = ${holder} THEN tries ELSE stranger_tries END < ${maxTries}
      AND (holder = ${holder} OR ${otp.playerId === null})
    RETURNING code_hash`.execute(ctx.db.kysely)
  const keys = deriveKeys(ctx.settings, 'otp')
  // Every code is compared, so that the duration does not reveal which one matches.
  return rows.filter((row) => isSignedWithAny(keys, row.code_hash, (key) => hashOf(key, otp, code))).length > 0
}

/** Consumes a code that `isOtpRight` has accepted: true for exactly one of several concurrent callers. */
export async function spendOtp(tx: Tx, ctx: KernelDeps, otp: OtpOf, code: string): Promise<boolean> {
  const spent = await tx
    .deleteFrom('identity.otps')
    .where('phone', '=', otp.phone)
    .where('reason', '=', otp.reason)
    .where(
      'code_hash',
      'in',
      deriveKeys(ctx.settings, 'otp').map((key) => hashOf(key, otp, code)),
    )
    .where('expires_at', '>', ctx.clock.now())
    .returning('phone')
    .executeTakeFirst()
  return spent !== undefined
}

function hashOf(key: string, { phone, reason, playerId }: OtpOf, code: string): Buffer {
  return createHmac('sha256', key)
    .update(`${phone}|${reason}|${playerId ?? ''}|${code.trim().toUpperCase()}`)
    .digest()
}

/** Bytes beyond the last full multiple of the alphabet are discarded, so that every code is equally likely. */
function makeCode({ settings, randomBytes }: KernelDeps): string {
  const alphabet = settings.otp.hasLetters ? letters : digits
  const maxFairByte = 256 - (256 % alphabet.length)
  let code = ''
  while (code.length < length)
    for (const byte of randomBytes(16))
      if (byte < maxFairByte && code.length < length) code += alphabet[byte % alphabet.length]
  return code
}
