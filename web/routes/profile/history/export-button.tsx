/** Downloads the statement of the current filter. */
import { useState } from 'react'
import * as HttpStatus from '#contract/statuses.ts'
import { ApiError, queryString } from '../../../api/client.ts'
import { saveFile } from '../../../api/save-file.ts'
import { Button } from '../../../design/button/button.tsx'
import { useLabels } from '../../../render/labels.tsx'
import styles from './filters.module.css'

type StatementFilter = { currency?: string; from?: string; to?: string }

export function ExportButton({ filter }: { filter: StatementFilter }) {
  const t = useLabels('history')
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<'exportFailed' | 'exportTooMany' | null>(null)
  const save = async () => {
    setBusy(true)
    setFault(null)
    await saveFile('GET /api/wallet/statement', `/api/wallet/statement${queryString(filter)}`, 'statement.csv').catch(
      (error) => setFault(isTooMany(error) ? 'exportTooMany' : 'exportFailed'),
    )
    setBusy(false)
  }
  return (
    <div className={styles.tools}>
      {fault && (
        <span className={styles.fault} role="alert">
          {t(fault)}
        </span>
      )}
      <Button size="s" icon="download" isBusy={isBusy} onClick={() => void save()}>
        {t('export')}
      </Button>
    </div>
  )
}

const isTooMany = (error: unknown) => error instanceof ApiError && error.status === HttpStatus.tooManyRequests
