/** One upload: progress, or the reason it failed. */
import { Button, IconButton } from '../../../design/button/button.tsx'
import { Icon } from '../../../design/icon/icon.tsx'
import type { Upload, Uploads } from '../../../features/verification/use-uploads.ts'
import { useLabels } from '../../../render/labels.tsx'
import styles from './documents.module.css'

export function UploadRow({
  upload: { key, file, state, part, error },
  of: { again, remove },
}: {
  upload: Upload
  of: Uploads
}) {
  const t = useLabels('documents')
  const percent = Math.round(part * 100)
  return (
    <li className={styles.row} data-state={state}>
      <span className={styles.sheet}>
        <Icon name={state === 'failed' ? 'alert' : 'document'} />
      </span>
      <div className={styles.what}>
        <strong dir="auto">{file.name}</strong>
        {state === 'failed' ? (
          <p className={styles.fault} role="alert">
            {error ?? t('failed')}
          </p>
        ) : (
          <progress
            className={styles.progress}
            max={100}
            value={state === 'waiting' ? 0 : percent}
            aria-label={t('sending', { name: file.name })}
          />
        )}
      </div>
      {state === 'waiting' && <span className={styles.note}>{t('waiting')}</span>}
      {state === 'sending' && <span className={styles.note}>{percent}%</span>}
      <div className={styles.actions}>
        {state === 'failed' && (
          <Button size="s" onClick={() => again(key)}>
            {t('again')}
          </Button>
        )}
        <IconButton icon="close" label={t(state === 'failed' ? 'dismiss' : 'stop')} onClick={() => remove(key)} />
      </div>
    </li>
  )
}
