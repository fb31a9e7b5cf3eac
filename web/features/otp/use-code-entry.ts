/** The state of code entry and its verification. */
import { useRef, useState } from 'react'
import * as HttpStatus from '#contract/statuses.ts'
import { ApiError } from '../../api/client.ts'
import { useLabels } from '../../render/labels.tsx'
import { codeLength } from './code-text.ts'
import type { OtpTexts } from './use-otp-texts.ts'

const codeInvalid = 11003

export type CodeEntry = {
  value: string
  error: string | null
  isBusy: boolean
  /** False if the code is empty, rejected or being verified. */
  canVerify: boolean
  enter: (value: string) => void
  verify: () => void
}

/** `send` may throw an ApiError, which is explained; any other error is rethrown. */
export function useCodeEntry(send: (code: string) => Promise<void>, texts: OtpTexts): CodeEntry {
  const t = useLabels('otp')
  const [value, setValue] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isSending = useRef(false)
  const verify = async (code: string) => {
    if (isSending.current || code === '') return
    if (code.length < codeLength) {
      setValue('')
      return setError(t('incomplete', { count: codeLength }))
    }
    isSending.current = true
    setBusy(true)
    try {
      await send(code)
    } catch (fault) {
      if (!(fault instanceof ApiError)) throw fault
      setValue('')
      setError(otpVerifyFault(fault, texts, t('unreachable')))
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }
  const enter = (next: string) => {
    setError(null)
    setValue(next)
    // The last digit sends the code, once: a corrected digit may be followed by others.
    if (next.length === codeLength && value.length < codeLength) void verify(next)
  }
  return {
    value,
    error,
    isBusy,
    canVerify: value !== '' && !error && !isBusy,
    enter,
    verify: () => {
      if (!error) void verify(value)
    },
  }
}

/**
 * Returns the message for a rejected code: from content for a wrong code, else from the server or a fallback.
 */
export function otpVerifyFault(fault: ApiError, texts: OtpTexts, unreachable: string): string {
  if (fault.code === codeInvalid) return texts.invalidCode
  return fault.status === HttpStatus.noAnswer ? unreachable : fault.serverMessage || texts.cannotVerify
}
