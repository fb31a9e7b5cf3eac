/** A call that a person starts: its progress, and the sentence of its refusal. */
import { useEffect, useRef, useState } from 'react'
import * as HttpStatus from '#contract/statuses.ts'
import { Refused, Waiting } from './api.ts'
import { label } from './labels.ts'
import { PasskeyFault } from './passkey.ts'
import { showWaiting } from './waiting.ts'

/** After a lost connection: this long before each further attempt. */
const pausesMs = [1_000, 2_000, 4_000, 8_000, 15_000]

export function useCall() {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => void (isShown.current = false)
  }, [])
  async function attempt<Value>(work: () => Promise<Value>, pauses: readonly number[]): Promise<Value | undefined> {
    setBusy(true)
    setError(undefined)
    try {
      for (let at = 0; ; at++) {
        try {
          const value = await work()
          setError(undefined)
          return value
        } catch (cause) {
          const pauseMs = pauses[at]
          if (!isLost(cause) || pauseMs === undefined || !isShown.current) throw cause
          setError(label('outcomeUnknown'))
          await new Promise((resolve) => setTimeout(resolve, pauseMs))
          if (!isShown.current) throw cause
        }
      }
    } catch (cause) {
      if (cause instanceof Waiting) showWaiting(cause.request)
      else if (cause instanceof PasskeyFault || (cause instanceof Refused && !isLost(cause))) setError(cause.message)
      else if (pauses.length > 0) setError(label('outcomeStillUnknown'))
      else setError(`${label('notReachable')}. ${label('notReachableHint')}`)
      return undefined
    } finally {
      setBusy(false)
    }
  }
  return {
    isBusy,
    error,
    /**
     * Resolves to undefined where the call was refused, which `error` then explains, or waits for a second person, which
     * the frame of the page then shows.
     */
    run: <Value>(work: () => Promise<Value>) => attempt(work, []),
    /**
     * Of a call that does nothing more if it is sent again: while its answer is lost, it is sent again, because nobody
     * knows whether it was carried out.
     */
    runOnce: <Value>(work: () => Promise<Value>) => attempt(work, pausesMs),
    clear: () => setError(undefined),
  }
}

/** Neither an answer of the contract nor a fault of the page: the connection or the server was lost. */
function isLost(cause: unknown): boolean {
  if (cause instanceof Refused) return cause.refusal === 'unreadable' || cause.status === HttpStatus.serviceUnavailable
  return cause instanceof TypeError
}
