/** Recovery codes, shown once: copy or save. */
import { useEffect, useRef } from 'react'
import { Button } from '../../../design/button/button.tsx'
import { CopyButton } from '../../../features/payments/copy-button.tsx'
import { useLabels } from '../../../render/labels.tsx'
import { saveFile } from './save-file.ts'
import styles from './security.module.css'

export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const t = useLabels('security')
  const heading = useRef<HTMLHeadingElement>(null)
  // The focused element was removed with the form, so the focus moves to the heading.
  useEffect(() => {
    heading.current?.focus()
  }, [])
  const text = codes.join('\n')
  return (
    <div className={styles.steps}>
      <h3 ref={heading} tabIndex={-1}>
        {t('recoveryTitle')}
      </h3>
      <p className={styles.notice}>{t('recoveryText')}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code dir="ltr">{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <CopyButton text={text} label={t('copy')} />
        <Button icon="document" onClick={() => saveFile('recovery-codes.txt', `${text}\n`, 'text/plain')}>
          {t('recoverySave')}
        </Button>
        <Button tone="primary" onClick={onDone}>
          {t('recoveryDone')}
        </Button>
      </div>
    </div>
  )
}
