/**
 * The registration whose code was sent and not entered yet. It outlives the dialog, so that somebody who closes it to
 * look for the message finds the code's step again. It contains the password, so it is only in memory and for as long as
 * the code is valid.
 */
import type { SentCode } from '../../features/otp/otp-view.tsx'
import type { RegistrationBody } from './registration.ts'

export type OpenCode = { phone: string; sent: SentCode; body: RegistrationBody }

const keptMs = 10 * 60_000
let kept: (OpenCode & { until: number }) | null = null

export function keepCode(code: OpenCode): void {
  kept = { ...code, until: Date.now() + keptMs }
}

export function forgetCode(): void {
  kept = null
}

/** Another code can be sent when the first countdown is over, however often the dialog was closed since. */
export function openCode(now = Date.now()): OpenCode | null {
  if (!kept || kept.until <= now) {
    kept = null
    return null
  }
  const { until, sent, ...rest } = kept
  const sinceSent = Math.floor((now - (until - keptMs)) / 1000)
  return { ...rest, sent: { ...sent, resendAfterSeconds: Math.max(0, sent.resendAfterSeconds - sinceSent) } }
}
