/** Proof of liabilities: the published reports, and their verification in this browser. */
import { useState } from 'react'
import type { LiabilityReport } from '#contract/liabilities.ts'
import type { LedgerEntry } from '#contract/wallet.ts'
import { api } from '../api/client.ts'
import { useApi } from '../api/use-api.ts'
import { Button } from '../design/button/button.tsx'
import { Card } from '../design/card/card.tsx'
import { Empty, Failed } from '../design/empty/empty.tsx'
import { Skeleton } from '../design/skeleton/skeleton.tsx'
import type { Checked } from '../features/liabilities/check-report.ts'
import styles from '../features/liabilities/liabilities.module.css'
import { Figures, JackpotPots, Result } from '../features/liabilities/report-card.tsx'
import { useDayText } from '../features/limits/use-day-text.ts'
import { ModalLink } from '../modals/use-modal.tsx'
import { useLabels } from '../render/labels.tsx'
import { defineRoute, query } from '../render/page.ts'
import { useVisitor } from '../render/router.tsx'
import { Page } from '../shell/page-frame.tsx'

const path = 'GET /api/wallet/liabilities'

export const route = defineRoute({
  labels: ['liabilities', 'jackpots'],
  queries: () => [query(path)],
  meta: ({ t }) => ({ title: t('title'), description: t('lead') }),
  View: ProofOfLiabilities,
})

function ProofOfLiabilities() {
  const t = useLabels('liabilities')
  const { data: reports, isError, refetch } = useApi(path)
  return (
    <Page title={t('title')} lead={t('lead')} width="list">
      {isError && <Failed title={t('loadFailed')} retryLabel={t('retry')} onRetry={() => void refetch()} />}
      {!reports && !isError && <Skeleton height={240} radius="l" />}
      {reports && <Reports reports={reports} />}
    </Page>
  )
}

export function Reports({ reports }: { reports: LiabilityReport[] }) {
  const t = useLabels('liabilities')
  const day = useDayText()
  const [latest, ...earlier] = reports
  return (
    <div className={styles.page}>
      {latest ? (
        <Card title={t('reportTitle', { number: latest.number })}>
          <p>{t('madeAt', { at: day(latest.madeAt) })}</p>
          <Figures report={latest} />
          <p className={styles.note}>{t('heldNote')}</p>
          <JackpotPots report={latest} />
          <Verification reports={reports} />
        </Card>
      ) : (
        <Empty icon="shield" title={t('none')} as="h2">
          {t('noneText')}
        </Empty>
      )}
      <Card title={t('countsTitle')}>
        <p>{t('counts')}</p>
      </Card>
      <Card title={t('privacyTitle')}>
        <p>{t('privacy')}</p>
      </Card>
      {earlier.length > 0 && (
        <Card title={t('earlierTitle')}>
          <ul className={styles.earlier}>
            {earlier.map(({ number, madeAt }) => (
              <li key={number}>
                {t('reportTitle', { number })} ·&nbsp;{day(madeAt)}
              </li>
            ))}
          </ul>
        </Card>
      )}
      <p>
        <a href="/api/wallet/liabilities" target="_blank" rel="noopener">
          {t('allReports')}
        </a>
      </p>
    </div>
  )
}

/** The maximum number of pages of entries that are read. Older entries are not compared. */
const maxPages = 20

/** Reads the entries, newest first, back to those that show the balances at the time of the report. */
async function entriesSince(madeAt: string): Promise<LedgerEntry[]> {
  const entries: LedgerEntry[] = []
  let before: string | undefined
  for (let page = 0; page < maxPages; page++) {
    const { data, meta } = await api('GET /api/wallet/entries', {
      query: { perPage: 100, before, to: new Date(Date.parse(madeAt) + 60_000).toISOString() },
    })
    entries.push(...data)
    if (meta.next === null) break
    before = meta.next
  }
  return entries
}

function Verification({ reports }: { reports: LiabilityReport[] }) {
  const t = useLabels('liabilities')
  const { isSignedIn } = useVisitor()
  const [isBusy, setBusy] = useState(false)
  const [shown, setShown] = useState<Checked | 'needsSecure' | 'verifyFailed' | null>(null)
  const verify = async () => {
    setBusy(true)
    try {
      const { checkReports } = await import('../features/liabilities/check-report.ts')
      const { number, madeAt } = reports[0]!
      if (!isSignedIn) return setShown(await checkReports(reports, null))
      const proof = await api('GET /api/wallet/liabilities/proof', { query: { report: number } })
      setShown(await checkReports(reports, proof, await entriesSince(madeAt)))
    } catch {
      setShown('verifyFailed')
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <p>
        <Button tone="primary" isBusy={isBusy} onClick={() => void verify()}>
          {t(isSignedIn ? 'verifyMine' : 'verify')}
        </Button>
      </p>
      {!isSignedIn && (
        <p>
          <ModalLink modal="sign-in">{t('signIn')}</ModalLink>
        </p>
      )}
      <div role="status" aria-label={t('result')}>
        {typeof shown === 'string' && <p>{t(shown)}</p>}
        {shown && typeof shown === 'object' && <Result checked={shown} earlier={reports.length - 1} />}
      </div>
    </>
  )
}
