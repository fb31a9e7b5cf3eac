/** A call that a person starts: its progress, and the sentence of its refusal. */
import { useState } from 'react'
import { Refused, Waiting } from './api.ts'
import { label } from './labels.ts'
import { PasskeyFault } from './passkey.ts'
import { showWaiting } from './waiting.ts'

export function useCall() {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  /**
   * Resolves to undefined where the call was refused, which `error` then explains, or waits for a second person, which
   * the frame of the page then shows.
   */
  async function run<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
    setBusy(true)
    setError(undefined)
    try {
      return await work()
    } catch (cause) {
      if (cause instanceof Waiting) showWaiting(cause.request)
      else if (cause instanceof Refused || cause instanceof PasskeyFault) setError(cause.message)
      else setError(`${label('notReachable')}. ${label('notReachableHint')}`)
      return undefined
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, error, run, clear: () => setError(undefined) }
}
