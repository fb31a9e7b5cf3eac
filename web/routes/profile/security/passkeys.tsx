/** The passkey list: add and remove. */
import { type FormEvent, useState, useSyncExternalStore } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Passkey } from '#contract/credentials.ts'
import { api } from '../../../api/client.ts'
import { invalidate, useApi } from '../../../api/use-api.ts'
import { Button } from '../../../design/button/button.tsx'
import { Card } from '../../../design/card/card.tsx'
import { Failed } from '../../../design/empty/empty.tsx'
import { Field, Input } from '../../../design/field/field.tsx'
import { Icon } from '../../../design/icon/icon.tsx'
import { Skeleton } from '../../../design/skeleton/skeleton.tsx'
import { When } from '../../../design/when/when.tsx'
import { useAlert } from '../../../features/alerts/raise-alert.ts'
import { hasPasskeys, isDismissal, makePasskey } from '../../../device/passkey.ts'
import { useStepUp } from '../../../features/step-up/use-step-up.ts'
import { useLabels } from '../../../render/labels.tsx'
import profileStyles from '../profile.module.css'
import styles from './security.module.css'
import { useGuarded } from './use-guarded.ts'

const passkeys = 'GET /api/player/passkeys'
const affected = [passkeys, 'GET /api/player/step-up'] as const

export function Passkeys() {
  const t = useLabels('security')
  const { data, isError, refetch } = useApi(passkeys)
  return (
    <Card title={t('passkeysTitle')}>
      <p className={styles.text}>{t('passkeysText')}</p>
      {isError && !data && <Failed title={t('loadFailed')} retryLabel={t('retry')} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton height={44} />}
      {data && data.length > 0 && (
        <ul className={profileStyles.rows}>
          {data.map((passkey) => (
            <PasskeyLine key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {data && <AddPasskey />}
    </Card>
  )
}

function PasskeyLine({ passkey: { id, name, createdAt, lastUsedAt } }: { passkey: Passkey }) {
  const t = useLabels('security')
  const client = useQueryClient()
  const alert = useAlert()
  const { isBusy, run } = useGuarded()
  const remove = async () => {
    if ((await run(() => api('DELETE /api/player/passkeys/{id}', { params: { id } }).then(() => true))) === undefined)
      return
    await invalidate(client, ...affected)
    void alert('profile', 'passkeyRemoved')
  }
  return (
    <li className={profileStyles.row}>
      <Icon name="lock" />
      <div className={profileStyles.what}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <p>
          {t('passkeyAddedAt')} <When at={createdAt} form="short" />
        </p>
        <p>
          {lastUsedAt ? (
            <>
              {t('lastUsed')} <When at={lastUsedAt} />
            </>
          ) : (
            t('passkeyNever')
          )}
        </p>
      </div>
      <Button size="s" aria-label={t('passkeyRemoveOf', { name })} isBusy={isBusy} onClick={() => void remove()}>
        {t('passkeyRemove')}
      </Button>
    </li>
  )
}

/** The step-up comes before the name, so that the browser's prompt follows directly after a click. */
function AddPasskey() {
  const t = useLabels('security')
  const client = useQueryClient()
  const alert = useAlert()
  const { withStepUp } = useStepUp()
  const { isBusy, run } = useGuarded()
  const isSupported = useSyncExternalStore(never, hasPasskeys, () => true)
  const [isNaming, setNaming] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  if (!isSupported) return <p className={styles.text}>{t('passkeyUnsupported')}</p>
  const begin = async () =>
    setNaming((await run(() => api('POST /api/player/passkeys/options').then(() => true))) === true)
  const make = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name')).trim()
    setFault(null)
    const work = async () => {
      const attestation = await makePasskey(await withStepUp(() => api('POST /api/player/passkeys/options')))
      return api('POST /api/player/passkeys', { body: { name, attestation: { ...attestation } } })
    }
    const added = await run(work, (error) => {
      if (!isDismissal(error)) setFault(t('passkeyFailed'))
      return true
    })
    if (!added) return
    setNaming(false)
    await invalidate(client, ...affected)
    void alert('profile', 'passkeyAdded')
  }
  if (!isNaming)
    return (
      <div className={styles.actions}>
        <Button icon="plus" isBusy={isBusy} onClick={() => void begin()}>
          {t('passkeyAdd')}
        </Button>
      </div>
    )
  return (
    <form className={styles.steps} method="post" noValidate onSubmit={(event) => void make(event)}>
      <div className={styles.wide}>
        <Field
          label={t('passkeyName')}
          render={(control) => <Input {...control} name="name" maxLength={64} autoComplete="off" />}
        />
      </div>
      {fault && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      <div className={styles.actions}>
        <Button type="submit" tone="primary" isBusy={isBusy}>
          {t('passkeyMake')}
        </Button>
        <Button tone="plain" onClick={() => setNaming(false)}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}

const never = () => () => {}
