/** Downloads the statement of the current filter. The call needs the session's token, so a plain link would not work. */
import { useState } from 'react'
import * as HttpStatus from '#contract/statuses.ts'
import { ApiError, queryString } from '../../../api/client.ts'
import { fileCall } from '../../../api/file-call.ts'
import { Button } from '../../../design/button/button.tsx'
import { useLabels } from '../../../render/labels.tsx'
import styles from './filters.module.css'

type Wanted = { currency?: string; from?: string; to?: string }

/** Leaves slow disks enough time to read it. */
const keptMs = 60_000

export function ExportButton({ wanted }: { wanted: Wanted }) {
  const t = useLabels('history')
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<'exportFailed' | 'exportTooMany' | null>(null)
  const save = async () => {
    setBusy(true)
    setFault(null)
    await download(wanted).catch((error) => setFault(isTooMany(error) ? 'exportTooMany' : 'exportFailed'))
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

async function download(wanted: Wanted): Promise<void> {
  const answer = await fileCall('GET /api/wallet/statement', `/api/wallet/statement${queryString(wanted)}`)
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'statement.csv'
  const address = URL.createObjectURL(await answer.blob())
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(address), keptMs)
}
