/** The player's own audit: everything of a month or a year is downloaded and recalculated in this browser. */
import { useEffect, useRef, useState } from 'react'
import * as HttpStatus from '#contract/statuses.ts'
import { ApiError, api } from '../../api/client.ts'
import { fileCall } from '../../api/file-call.ts'
import { saveBlob } from '../../api/save-file.ts'
import { useApi } from '../../api/use-api.ts'
import { Button } from '../../design/button/button.tsx'
import { Card } from '../../design/card/card.tsx'
import { Failed } from '../../design/empty/empty.tsx'
import { Select } from '../../design/field/field.tsx'
import { Skeleton } from '../../design/skeleton/skeleton.tsx'
import { seenKey } from '../../features/fairness/pinned-keys.ts'
import { AuditResult, type ShownAudit } from '../../features/own-audit/audit-result.tsx'
import { checkOwnFile } from '../../features/own-audit/check-own-file.ts'
import styles from '../../features/own-audit/own-audit.module.css'
import { useLabels, useLocale } from '../../render/labels.tsx'
import { defineRoute, query } from '../../render/page.ts'
import { Page } from '../../shell/page-frame.tsx'
import { periodText } from './statements/period-text.ts'

const periodsPath = 'GET /api/wallet/statements'
const filePath = 'GET /api/wallet/audit-files/{period}'

export const route = defineRoute({
  labels: ['own-audit'],
  queries: () => [query(periodsPath)],
  meta: ({ t }) => ({ title: t('title'), description: t('lead'), noIndex: true }),
  View: OwnAudit,
})

const nameOf = (period: string) => `fairhouse-audit-${period}.ndjson.gz`

function OwnAudit() {
  const t = useLabels('own-audit')
  const { data: periods, isError, refetch } = useApi(periodsPath)
  return (
    <Page title={t('title')} lead={t('lead')} width="list">
      {isError && <Failed title={t('loadFailed')} retryLabel={t('retry')} onRetry={() => void refetch()} />}
      {!periods && !isError && <Skeleton height={240} radius="l" />}
      {periods && <Audit periods={periods.map(({ period }) => period)} />}
    </Page>
  )
}

function Audit({ periods }: { periods: string[] }) {
  const t = useLabels('own-audit')
  const locale = useLocale()
  // Newest first, and the years before their months: this month is what most players look for.
  const [period, setPeriod] = useState(periods.find((each) => each.length > 4) ?? periods[0] ?? '')
  const { step, shown, check } = useOwnAudit()
  const isBusy = step === 'loading' || step === 'checking'
  return (
    <div className={styles.page}>
      <Card>
        <div className={styles.ask}>
          <label className={styles.period}>
            <span>{t('period')}</span>
            <Select value={period} disabled={isBusy} onChange={(event) => setPeriod(event.target.value)}>
              {periods.map((each) => (
                <option key={each} value={each}>
                  {periodText(each, locale)}
                </option>
              ))}
            </Select>
          </label>
          <Button tone="primary" icon="shield" isBusy={isBusy} onClick={() => void check(period)}>
            {t('check')}
          </Button>
        </div>
        <div role="status">
          {isBusy && <p className={styles.note}>{t(step)}</p>}
          {step && !isBusy && <p className={styles.fault}>{t(step)}</p>}
          {shown && 'unreadable' in shown && (
            <p className={styles.fault}>
              {t('unreadable')}{' '}
              <span dir="ltr" lang="en">
                {shown.unreadable}
              </span>
            </p>
          )}
          {shown && 'audit' in shown && <AuditResult result={shown.audit} />}
        </div>
      </Card>
      {shown && (
        <Card title={t('outsideTitle')}>
          <p className={styles.note}>{t('outside')}</p>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling element must be reachable by keyboard */}
          <pre className={styles.command} dir="ltr" tabIndex={0}>
            <code>{`npx fairhouse-audit ${nameOf(shown.period)}`}</code>
          </pre>
          <p>
            <Button icon="download" onClick={() => saveBlob(shown.file, nameOf(shown.period))}>
              {t('save')}
            </Button>
          </p>
        </Card>
      )}
    </div>
  )
}

type Step = 'loading' | 'checking' | 'needsSecure' | 'tooMany' | 'failed'
type Shown = { period: string; file: Blob } & ({ audit: ShownAudit } | { unreadable: string })

/** The file is kept, so that what is saved is what was checked. */
function useOwnAudit() {
  const [step, setStep] = useState<Step | null>(null)
  const [shown, setShown] = useState<Shown | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const check = async (period: string) => {
    running.current = new AbortController()
    const { signal } = running.current
    setShown(null)
    setStep('loading')
    try {
      const { canVerify } = await import('../../features/liabilities/check-report.ts')
      if (!canVerify()) return setStep('needsSecure')
      // Without it, a player's own file would count as another's.
      const { id: ownId } = await api('GET /api/player/profile', {}, { signal })
      const answer = await fileCall(filePath, `/api/wallet/audit-files/${period}`, { signal })
      const file = await answer.blob()
      setStep('checking')
      const found = await checkOwnFile({ file, name: nameOf(period) }, signal)
      if ('unreadable' in found) setShown({ period, file, unreadable: found.unreadable ?? '' })
      else {
        const { audited } = found
        const isKeyChanged = audited.reportKey !== null && seenKey('liabilities-key', audited.reportKey) === 'changed'
        const isOwn = audited.playerId === ownId
        setShown({ period, file, audit: { ...audited, isOwn, isKeyChanged } })
      }
      setStep(null)
    } catch (error) {
      const isTooMany = error instanceof ApiError && error.status === HttpStatus.tooManyRequests
      setStep(isTooMany ? 'tooMany' : 'failed')
    }
  }
  return { step, shown, check }
}
