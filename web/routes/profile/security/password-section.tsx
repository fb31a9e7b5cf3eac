/** The password section. The password is changed with the current one, or set by mail if there is none. */
import { lazy, Suspense, useState } from 'react'
import type { Profile } from '#contract/identity.ts'
import { api } from '../../../api/client.ts'
import { Button } from '../../../design/button/button.tsx'
import { Card } from '../../../design/card/card.tsx'
import { Skeleton } from '../../../design/skeleton/skeleton.tsx'
import { useAlert } from '../../../features/alerts/raise-alert.ts'
import { useLabels } from '../../../render/labels.tsx'
import styles from './security.module.css'

const ChangePassword = lazy(() => import('./change-password.tsx'))

export function PasswordSection({ profile }: { profile: Profile | undefined }) {
  const t = useLabels('passwords')
  const alert = useAlert()
  const [isOpen, setOpen] = useState(false)
  if (!profile)
    return (
      <Card title={t('changeTitle')}>
        <Skeleton height={64} />
      </Card>
    )
  if (!profile.hasPassword) return <SetPassword email={profile.email} />
  const done = () => {
    setOpen(false)
    void alert('profile', 'passwordChanged')
  }
  return (
    <Card title={t('changeTitle')}>
      <p className={styles.text}>{t('changeText')}</p>
      {isOpen ? (
        <Suspense fallback={<Skeleton height={240} />}>
          <ChangePassword email={profile.email} onDone={done} onCancel={() => setOpen(false)} />
        </Suspense>
      ) : (
        <div className={styles.actions}>
          <Button icon="lock" onClick={() => setOpen(true)}>
            {t('changeOpen')}
          </Button>
        </div>
      )}
    </Card>
  )
}

function SetPassword({ email }: { email: string | null }) {
  const t = useLabels('passwords')
  const alert = useAlert()
  const [isBusy, setBusy] = useState(false)
  const ask = async (to: string) => {
    setBusy(true)
    const isSent = await api('POST /api/player/passwords/reset', { body: { email: to } }).then(
      () => true,
      () => false,
    )
    void alert(isSent ? 'profile' : 'common', isSent ? 'passwordResetSent' : 'somethingWrong')
    setBusy(false)
  }
  return (
    <Card title={t('changeTitle')}>
      <p className={styles.text}>{t(email ? 'setText' : 'setNoEmail')}</p>
      {email && (
        <div className={styles.actions}>
          <Button icon="mail" isBusy={isBusy} onClick={() => void ask(email)}>
            {t('setSend')}
          </Button>
        </div>
      )}
    </Card>
  )
}
