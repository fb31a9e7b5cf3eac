/** Downloads the statement of the current filter. The call needs the session's token, so a plain link would not work. */
import { useState } from 'react'
import * as HttpStatus from '#contract/statuses.ts'
import { freshToken } from '../../../api/session.ts'
import { queryString } from '../../../api/client.ts'
import { Button } from '../../../design/button/button.tsx'
import { useLabels, useLocale } from '../../../render/labels.tsx'
import styles from './filters.module.css'

type Wanted = { currency?: string; from?: string; to?: string }

/** Leaves slow disks enough time to read it. */
const keptMs = 60_000
const tooMany = new Error('The server has made enough statements for now')

export function ExportButton({ wanted }: { wanted: Wanted }) {
  const t = useLabels('history')
  const locale = useLocale()
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<'exportFailed' | 'exportTooMany' | null>(null)
  const save = async () => {
    setBusy(true)
    setFault(null)
    await download(wanted, locale).catch((error) => setFault(error === tooMany ? 'exportTooMany' : 'exportFailed'))
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

async function download(wanted: Wanted, locale: string): Promise<void> {
  const token = await freshToken('GET /api/wallet/statement')
  const answer = await fetch(`/api/wallet/statement${queryString(wanted)}`, {
    credentials: 'omit',
    headers: { 'x-locale': locale, ...(token ? { authorization: `Bearer ${token}` } : {}) },
  })
  if (answer.status === HttpStatus.tooManyRequests) throw tooMany
  if (!answer.ok) throw new Error(`The server answered ${answer.status}`)
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'statement.csv'
  const address = URL.createObjectURL(await answer.blob())
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(address), keptMs)
}
