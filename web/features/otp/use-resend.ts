/** Sends another code, which is possible after the countdown and not after a limit error. */
import { useState } from 'react'
import { resendAfterSeconds } from '#contract/otp.ts'
import * as HttpStatus from '#contract/statuses.ts'
import { ApiError } from '../../api/client.ts'
import { useLabels } from '../../render/labels.tsx'
import type { OtpTexts } from './use-otp-texts.ts'
import { useCountdown } from './use-countdown.ts'

export const limitReached = 11005

export type Resend = {
  secondsLeft: number
  isBusy: boolean
  /** The limit is reached: the button is removed. */
  isOver: boolean
  /** The result of the last resend. */
  note: { text: string; isError: boolean } | null
  again: () => void
}

export function useResend(from: number, send: () => Promise<{ resendAfterSeconds: number }>, texts: OtpTexts): Resend {
  const t = useLabels('otp')
  const { secondsLeft, restart } = useCountdown(from)
  const [isBusy, setBusy] = useState(false)
  const [isOver, setOver] = useState(false)
  const [note, setNote] = useState<Resend['note']>(null)
  const again = async () => {
    if (isBusy || secondsLeft > 0) return
    setBusy(true)
    setNote(null)
    try {
      const seconds = (await send()).resendAfterSeconds
      restart(seconds)
      // If another tab has requested a code within the last minute, no new one was sent.
      setNote({ text: t(seconds < resendAfterSeconds ? 'sentBefore' : 'resent'), isError: false })
    } catch (fault) {
      if (!(fault instanceof ApiError)) throw fault
      setOver(fault.code === limitReached)
      setNote({ text: otpSendFault(fault, texts, t('unreachable')), isError: true })
    } finally {
      setBusy(false)
    }
  }
  return { secondsLeft, isBusy, isOver, note, again: () => void again() }
}

/** Returns the message for a code that was not sent: from content for the limit, otherwise the server's. */
export function otpSendFault(fault: ApiError, texts: OtpTexts, unreachable: string): string {
  if (fault.code === limitReached) return texts.limitError
  return fault.status === HttpStatus.noAnswer
    ? unreachable
    : fault.fields.phone?.[0] || fault.serverMessage || texts.cannotVerify
}
