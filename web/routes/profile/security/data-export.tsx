/** The export of the player's data. */
import { api } from '../../../api/client.ts'
import { Button } from '../../../design/button/button.tsx'
import { Card } from '../../../design/card/card.tsx'
import { useLabels } from '../../../render/labels.tsx'
import { saveFile } from './save-file.ts'
import styles from './security.module.css'
import { useGuarded } from './use-guarded.ts'

export function DataExport() {
  const t = useLabels('security')
  const { isBusy, run } = useGuarded()
  const download = async () => {
    const document = await run(() => api('GET /api/player/profile/export'))
    if (document)
      saveFile(
        `my-data-${document.exportedAt.slice(0, 10)}.json`,
        JSON.stringify(document, null, 2),
        'application/json',
      )
  }
  return (
    <Card title={t('dataTitle')}>
      <p className={styles.text}>{t('dataText')}</p>
      <div className={styles.actions}>
        <Button icon="document" isBusy={isBusy} onClick={() => void download()}>
          {t('dataDownload')}
        </Button>
      </div>
    </Card>
  )
}
