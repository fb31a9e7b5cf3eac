/** Step-up by passkey. It needs a click, without which browsers do not open their dialog. */
import { api } from '../../api/client.ts'
import { Button } from '../../design/button/button.tsx'
import { useLabels } from '../../render/labels.tsx'
import { proveByPasskey } from '../../device/passkey.ts'
import styles from './step-up.module.css'
import { useProof } from './use-proof.ts'

export function PasskeyProof() {
  const t = useLabels('security')
  const { isBusy, fault, submit } = useProof()
  const prove = () =>
    submit(async () => {
      const assertion = await proveByPasskey(await api('POST /api/player/passkeys/challenge'))
      return { method: 'passkey', assertion: { ...assertion } }
    })
  return (
    <div className={styles.form}>
      {fault && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      <Button tone="primary" size="l" icon="lock" isWide isBusy={isBusy} onClick={() => void prove()}>
        {t('usePasskey')}
      </Button>
    </div>
  )
}
