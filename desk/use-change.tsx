/** A change that may require a new code of the authenticator first: it asks for one and runs the change again. */
import { useState } from 'react'
import { call, Refused } from './api.ts'
import { label } from './labels.ts'
import { CodeField } from './sign-in.tsx'
import { useCall } from './use-call.ts'

export function useChange() {
  const { isBusy, error, run } = useCall()
  const [needsCode, setNeedsCode] = useState(false)
  const [code, setCode] = useState('')
  const change = <Value,>(work: () => Promise<Value>): Promise<Value | undefined> =>
    run(async () => {
      if (needsCode) {
        await call('POST /api/session/step-up', { body: { code } })
        setNeedsCode(false)
      }
      try {
        return await work()
      } catch (cause) {
        if (cause instanceof Refused && cause.refusal === 'stepUpRequired') {
          setCode('')
          setNeedsCode(true)
        }
        throw cause
      }
    })
  const codeField = needsCode && (
    <div>
      <p>{label('stepUpHint')}</p>
      <CodeField value={code} onChange={(event) => setCode(event.target.value)} />
    </div>
  )
  return { isBusy, error, change, codeField }
}
