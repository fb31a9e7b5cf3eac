/** The closure of the account: consequences, a link to cooling-off as an alternative, and a confirmation. */
import { type FormEvent, useState } from 'react'
import { api } from '../../../api/client.ts'
import { clearSession } from '../../../api/session.ts'
import { Button, ButtonLink } from '../../../design/button/button.tsx'
import { Card } from '../../../design/card/card.tsx'
import { Field, Textarea } from '../../../design/field/field.tsx'
import { useAlert } from '../../../features/alerts/raise-alert.ts'
import { useLabels } from '../../../render/labels.tsx'
import styles from './security.module.css'
import { useGuarded } from './use-guarded.ts'

export function AccountClosure() {
  const t = useLabels('security')
  const [isSure, setSure] = useState(false)
  return (
    <Card title={t('closeTitle')}>
      <p className={styles.text}>{t('closeText')}</p>
      {isSure ? (
        <ClosureForm onCancel={() => setSure(false)} />
      ) : (
        <>
          <p className={styles.text}>{t('closeBreak')}</p>
          <div className={styles.actions}>
            <ButtonLink to="/profile/limits" icon="shield">
              {t('toLimits')}
            </ButtonLink>
            <Button tone="plain" onClick={() => setSure(true)}>
              {t('closeBegin')}
            </Button>
          </div>
        </>
      )}
    </Card>
  )
}

function ClosureForm({ onCancel }: { onCancel: () => void }) {
  const t = useLabels('security')
  const alert = useAlert()
  const { isBusy, run } = useGuarded()
  const [fault, setFault] = useState<string | null>(null)
  const close = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason')).trim()
    setFault(null)
    const isClosed = await run(
      () => api('POST /api/player/profile/closure', { body: reason ? { reason } : {} }).then(() => true),
      ({ name }) => {
        if (name === 'moneyLeft') setFault(t('moneyLeft'))
        return name === 'moneyLeft'
      },
    )
    if (!isClosed) return
    clearSession('signedOut')
    await alert('profile', 'accountClosed')
  }
  return (
    <form className={styles.steps} method="post" noValidate onSubmit={(event) => void close(event)}>
      <div className={styles.wide}>
        <Field
          label={t('closeReason')}
          render={(control) => <Textarea {...control} name="reason" maxLength={500} rows={3} />}
        />
      </div>
      {fault && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      <div className={styles.actions}>
        <Button type="submit" tone="danger" isBusy={isBusy}>
          {t('closeConfirm')}
        </Button>
        <Button tone="plain" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}
