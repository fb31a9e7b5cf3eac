/** The card for two-factor authentication: off, set-up, recovery codes (shown once), and on. */
import { lazy, Suspense, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { invalidate, useApi } from '../../../api/use-api.ts'
import { Badge } from '../../../design/badge/badge.tsx'
import { Button } from '../../../design/button/button.tsx'
import { Card } from '../../../design/card/card.tsx'
import { Failed } from '../../../design/empty/empty.tsx'
import { Skeleton } from '../../../design/skeleton/skeleton.tsx'
import { useAlert } from '../../../features/alerts/raise-alert.ts'
import { useLabels } from '../../../render/labels.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import styles from './security.module.css'
import { useGuarded } from './use-guarded.ts'

/** Loaded on first set-up. */
const AuthenticatorSetUp = lazy(() => import('./authenticator-set-up.tsx'))
const totp = 'GET /api/player/totp'
type SetUpKey = { secret: string; uri: string }

export function Authenticator() {
  const t = useLabels('security')
  const client = useQueryClient()
  const alert = useAlert()
  const { data, isError, refetch } = useApi(totp)
  const { isBusy, run } = useGuarded()
  const [setUp, setSetUp] = useState<SetUpKey | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const refresh = () => invalidate(client, totp, 'GET /api/player/step-up')
  const begin = async () => setSetUp((await run(() => api('POST /api/player/totp'))) ?? null)
  // The last answer may have been lost, so the state is read again.
  const giveUp = () => {
    setSetUp(null)
    void refresh()
  }
  const turnOff = async () => {
    if ((await run(() => api('DELETE /api/player/totp').then(() => true))) === undefined) return
    await refresh()
    void alert('profile', 'totpRemoved')
  }
  const finish = (recoveryCodes: string[]) => {
    setSetUp(null)
    setCodes(recoveryCodes)
    void refresh()
    void alert('profile', 'totpEnabled')
  }
  const badge = data && <Badge tone={data.isEnabled ? 'success' : 'neutral'}>{t(data.isEnabled ? 'on' : 'off')}</Badge>
  return (
    <Card title={t('totpTitle')} aside={badge}>
      <p className={styles.text}>{t('totpText')}</p>
      {isError && !data && <Failed title={t('loadFailed')} retryLabel={t('retry')} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton height={44} />}
      {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />}
      {setUp && (
        <Suspense fallback={<Skeleton height={240} />}>
          <AuthenticatorSetUp setUp={setUp} onDone={finish} onCancel={giveUp} />
        </Suspense>
      )}
      {data && !setUp && !codes && (
        <div className={styles.actions}>
          {data.isEnabled ? (
            <>
              <Button isBusy={isBusy} onClick={() => void turnOff()}>
                {t('totpRemove')}
              </Button>
              <span className={styles.text}>{t('recoveryLeft', { count: data.recoveryCodesLeft })}</span>
            </>
          ) : (
            <Button icon="phone" isBusy={isBusy} onClick={() => void begin()}>
              {t('totpSetUp')}
            </Button>
          )}
        </div>
      )}
    </Card>
  )
}
