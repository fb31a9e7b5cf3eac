/**
 * One-time codes: bound to a phone, a reason and, where one is signed in, a player; kept as a keyed hash, good for ten minutes
 * and five tries. The next one replaces the last.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { otpReasons } from '#contract/identity.ts'
import type { Ctx, Deps, Tx } from '../../deps.ts'
import { deriveKey } from '../../secret.ts'

export type OtpReason = (typeof otpReasons)[number]
/** `playerId` is null where nobody is signed in: a registration. */
export type OtpOf = { phone: string; reason: OtpReason; playerId: string | null }

export const otpMinutes = 10
export const resendAfterSeconds = 60
const maxTries = 5
const length = 6
const digits = '0123456789'
/** Without the letters and digits that are read for one another. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/**
 * Puts a new code in the place of the standing one. Null within 60 s of the last: then that one stands, and of those who
 * ask together one alone gets a code. A decoy is a code that nobody is told: to whoever asks, it looks like any other.
 */
export async function issueOtp(
  tx: Tx,
  ctx: Pick<Ctx, 'settings' | 'clock' | 'randomBytes'>,
  of: OtpOf,
): Promise<string | null> {
  const now = ctx.clock.now()
  const code = makeCode(ctx)
  const values = {
    code_hash: hashOf(ctx, of, code),
    tries: 0,
    sent_at: now,
    expires_at: new Date(now.getTime() + otpMinutes * 60_000),
  }
  const issued = await tx
    .insertInto('identity.otps')
    .values({ phone: of.phone, reason: of.reason, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['phone', 'reason'])
        .doUpdateSet(values)
        .where('identity.otps.sent_at', '<=', new Date(now.getTime() - resendAfterSeconds * 1000)),
    )
    .returning('phone')
    .executeTakeFirst()
  if (issued) await sweep(tx, now)
  return issued ? code : null
}

/** Seconds until another may be asked for. */
export async function secondsToResend(db: Deps['db'], now: Date, { phone, reason }: OtpOf): Promise<number> {
  const row = await db.kysely
    .selectFrom('identity.otps')
    .select('sent_at')
    .where('phone', '=', phone)
    .where('reason', '=', reason)
    .executeTakeFirst()
  if (!row) return resendAfterSeconds
  return Math.min(
    resendAfterSeconds,
    Math.max(1, Math.ceil((row.sent_at.getTime() - now.getTime()) / 1000) + resendAfterSeconds),
  )
}

/** One try. It is counted before the code is compared, so that of a hundred guesses together five are looked at. A right code stands until it is spent. */
export async function isOtpRight(
  ctx: Pick<Ctx, 'db' | 'settings' | 'clock'>,
  of: OtpOf,
  code: string,
): Promise<boolean> {
  const counted = await ctx.db.kysely
    .updateTable('identity.otps')
    .set({ tries: sql<number>`tries + 1` })
    .where('phone', '=', of.phone)
    .where('reason', '=', of.reason)
    .where('tries', '<', maxTries)
    .where('expires_at', '>', ctx.clock.now())
    .returning('code_hash')
    .executeTakeFirst()
  return timingSafeEqual(counted?.code_hash ?? Buffer.alloc(32), hashOf(ctx, of, code)) && counted !== undefined
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
    DELETE FROM identity.otps WHERE (phone, reason) IN (
      SELECT phone, reason FROM identity.otps WHERE expires_at <= ${now} ORDER BY expires_at LIMIT 8 FOR UPDATE SKIP LOCKED)`.execute(
    tx,
  )
}
