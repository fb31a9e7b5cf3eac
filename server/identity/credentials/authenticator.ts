/** Six digits every 30 seconds from a shared secret (RFC 6238, SHA-1, as in every authenticator app). */
import { Secret, TOTP } from 'otpauth'
import { plainDigits } from '#contract/fields/phone.ts'

const periodSeconds = 30
export const secretBytes = 20
const issuer = 'Fairhouse'

export function authenticatorOf(secret: Uint8Array, label: string): TOTP {
  return new TOTP({
    issuer,
    label,
    period: periodSeconds,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  })
}

/** Seconds until the app shows its next code. */
export function secondsToNextCode(now: Date): number {
  return periodSeconds - (Math.floor(now.getTime() / 1000) % periodSeconds)
}

/**
 * The time step of a code, typed in any digits and grouping, at most one step before or after the current one;
 * otherwise null.
 */
export function stepOf(secret: Uint8Array, code: string, now: Date): number | null {
  const token = plainDigits(code).replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const delta = authenticatorOf(secret, '').validate({ token, timestamp: now.getTime(), window: 1 })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / periodSeconds) + delta
}
