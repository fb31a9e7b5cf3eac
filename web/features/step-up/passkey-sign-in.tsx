/** Passkey sign-in: conditional UI in the login field (`autocomplete="username webauthn"`), and a button. */
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { type ApiError, api } from '../../api/client.ts'
import { Button } from '../../design/button/button.tsx'
import { useLabels } from '../../render/labels.tsx'
import { fingerprint } from '../session/fingerprint.ts'
import {
  canOfferPasskeys,
  hasPasskeys,
  isDismissal,
  offerPasskeys,
  stopOffering,
  proveByPasskey,
} from '../../device/passkey.ts'
import styles from './step-up.module.css'

/** A challenge expires after five minutes, but the form may stay open longer. */
const renewMs = 240_000

const begin = () => api('POST /api/player/sessions/passkey/options')
const enter = async (assertion: object) =>
  (
    await api('POST /api/player/sessions/passkey', {
      body: { assertion: { ...assertion }, fingerprint: await fingerprint() },
    })
  ).accessToken

/** `onToken` receives the new session's token; `onBlocked` the blocked-account message. */
export function PasskeySignIn({
  onToken,
  onBlocked,
}: {
  onToken: (accessToken: string) => void
  onBlocked: () => string | undefined
}) {
  const t = useLabels('security')
  const isSupported = useSyncExternalStore(never, hasPasskeys, () => false)
  // Authenticators handle one request at a time. A late conditional request must not interrupt an explicit one.
  const mayOffer = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const finish = async (signing: Promise<object>) => {
    setFault(null)
    try {
      onToken(await enter(await signing))
    } catch (error) {
      if (isDismissal(error)) return
      const { name, message } = error as ApiError
      if (name === 'accountBlocked') return setFault(onBlocked() ?? message)
      setFault(
        name === 'passkeyUnknown'
          ? t('passkeyUnknown')
          : name === 'tooManyAttempts' || name === 'captchaRequired'
            ? message
            : t('somethingWrong'),
      )
    }
  }
  const offer = useEffectEvent(async () => {
    // The player did not start the conditional request, so its failure is not shown.
    const options = (await canOfferPasskeys().catch(() => false)) ? await begin().catch(() => null) : null
    const assertion = options && mayOffer.current ? await offerPasskeys(options).catch(() => null) : null
    if (assertion) await finish(Promise.resolve(assertion))
  })
  useEffect(() => {
    if (!isSupported || isBusy) return
    mayOffer.current = true
    void offer()
    const renewal = setInterval(() => void offer(), renewMs)
    return () => {
      mayOffer.current = false
      clearInterval(renewal)
      void stopOffering()
    }
  }, [isSupported, isBusy])
  if (!isSupported) return null
  const press = async () => {
    mayOffer.current = false
    setBusy(true)
    await finish(stopOffering().then(begin).then(proveByPasskey))
    setBusy(false)
  }
  return (
    <div className={styles.passkey}>
      <Button icon="lock" isWide isBusy={isBusy} onClick={() => void press()}>
        {t('passkeySignIn')}
      </Button>
      {fault && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}

const never = () => () => {}
