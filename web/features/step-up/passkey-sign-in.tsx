/** The way in by a passkey: the browser offers those it has in the login field (`autocomplete="username webauthn"`), and a button asks outright. */
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { type ApiError, api } from '../../api/client.ts'
import { Button } from '../../design/button/button.tsx'
import { useLabels } from '../../render/labels.tsx'
import { fingerprint } from '../session/fingerprint.ts'
import { canOfferPasskeys, hasPasskeys, isDismissal, offerPasskeys, stopOffering, proveByPasskey } from './passkey.ts'
import styles from './step-up.module.css'

/** A challenge is good for five minutes, and forms stand open for longer. */
const renewMs = 240_000

const begin = () => api('POST /api/player/sessions/passkey/options')
const enter = async (assertion: object) =>
  (
    await api('POST /api/player/sessions/passkey', {
      body: { assertion: { ...assertion }, fingerprint: await fingerprint() },
    })
  ).accessToken

/** `onToken` is given the new session's token; `onBlocked` gives the operator's words for a blocked account. */
export function PasskeySignIn({
  onToken,
  onBlocked,
}: {
  onToken: (accessToken: string) => void
  onBlocked: () => string | undefined
}) {
  const t = useLabels('security')
  const isSupported = useSyncExternalStore(never, hasPasskeys, () => false)
  // Authenticators do one thing at a time: an offer that comes late must not break into what was pressed for.
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
        name === 'passkeyUnknown' ? t('passkeyUnknown') : name === 'tooManyAttempts' ? message : t('somethingWrong'),
      )
    }
  }
  const offer = useEffectEvent(async () => {
    // Nobody asked for the offer, so nobody is told where it cannot be made.
    const options = (await canOfferPasskeys().catch(() => false)) ? await begin().catch(() => null) : null
    if (options && mayOffer.current) await finish(offerPasskeys(options))
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
