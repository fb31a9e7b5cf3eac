/**
 * Downloads the statement of the current filter. The call needs the session's token, so a plain link would not work.
 */
import { useState } from 'react'
import * as HttpStatus from '#contract/statuses.ts'
import { ApiError, queryString } from '../../../api/client.ts'
import { fileCall } from '../../../api/file-call.ts'
import { Button } from '../../../design/button/button.tsx'
import { useLabels } from '../../../render/labels.tsx'
import styles from './filters.module.css'

type StatementFilter = { currency?: string; from?: string; to?: string }

/** The object URL must remain valid while the browser writes the file to a slow disk. */
const revokeAfterMs = 60_000

export function ExportButton({ filter }: { filter: StatementFilter }) {
  const t = useLabels('history')
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<'exportFailed' | 'exportTooMany' | null>(null)
  const save = async () => {
    setBusy(true)
    setFault(null)
    await download(filter).catch((error) => setFault(isTooMany(error) ? 'exportTooMany' : 'exportFailed'))
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

async function download(filter: StatementFilter): Promise<void> {
  const answer = await fileCall('GET /api/wallet/statement', `/api/wallet/statement${queryString(filter)}`)
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'statement.csv'
  const address = URL.createObjectURL(await answer.blob())
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(address), revokeAfterMs)
}
