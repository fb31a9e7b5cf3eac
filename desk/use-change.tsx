/** A change that may require a new confirmation first: it asks for a code or a passkey, and runs the change again. */
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#web/design/button/button.tsx'
import { hasPasskeys } from '#web/device/passkey.ts'
import { call, Refused } from './api.ts'
import { label } from './labels.ts'
import { answerByPasskey } from './passkey.ts'
import styles from './dialog.module.css'
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
  const confirmByPasskey = async (form: HTMLFormElement | null) => {
    const isConfirmed = await run(async () => {
      const assertion = await answerByPasskey(await call('POST /api/session/step-up/passkey/options'))
      return call('POST /api/session/step-up/passkey', { body: { assertion } })
    })
    if (!isConfirmed) return
    // The form submits only without the empty field of the code.
    flushSync(() => setNeedsCode(false))
    form?.requestSubmit()
  }
  const codeField = needsCode && (
    <div className={styles.confirmation}>
      <p>{label('stepUpHint')}</p>
      <CodeField value={code} onChange={(event) => setCode(event.target.value)} />
      {hasPasskeys() && (
        <Button icon="lock" isWide isBusy={isBusy} onClick={(event) => void confirmByPasskey(event.currentTarget.form)}>
          {label('passkeyUse')}
        </Button>
      )}
    </div>
  )
  return { isBusy, error, change, codeField }
}
