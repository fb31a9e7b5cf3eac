/** The player's statements: the list of months and years, or one of them, which can be printed. */
import { useApi } from '../../api/use-api.ts'
import { Badge } from '../../design/badge/badge.tsx'
import { Card } from '../../design/card/card.tsx'
import { Failed } from '../../design/empty/empty.tsx'
import { Skeleton } from '../../design/skeleton/skeleton.tsx'
import { useLabels, useLocale } from '../../render/labels.tsx'
import { defineRoute, query, required } from '../../render/page.ts'
import { Link, useParams } from '../../render/router.tsx'
import { Page } from '../../shell/page-frame.tsx'
import { periodText } from './statements/period-text.ts'
import { StatementView } from './statements/statement-view.tsx'
import styles from './statements/statements.module.css'

const list = 'GET /api/wallet/statements'
const one = 'GET /api/wallet/statements/{period}'

export const route = defineRoute({
  labels: ['statements', 'history'],
  queries: ({ params: { period } }) => [period ? required(one, { params: { period } }) : query(list)],
  meta: ({ t, params: { period }, locale }) => ({
    title: period ? t('titleOf', { period: periodText(period, locale) }) : t('title'),
    noIndex: true,
  }),
  View: Statements,
})

function Statements() {
  const { period } = useParams()
  return period ? <Statement period={period} /> : <Periods />
}

function Periods() {
  const t = useLabels('statements')
  const locale = useLocale()
  const { data: periods, isError, refetch } = useApi(list)
  const years = (periods ?? []).filter(({ period }) => period.length === 4)
  return (
    <Page title={t('title')} lead={t('lead')} width="list">
      {isError && <Failed title={t('failed')} retryLabel={t('retry')} onRetry={() => void refetch()} />}
      {!periods && !isError && <Skeleton height={240} radius="l" />}
      {years.map(({ period: year, isFinal }) => (
        <Card
          key={year}
          title={year}
          aside={
            <Link to={`/profile/statements/${year}`} className={styles.link}>
              {isFinal ? t('wholeYear') : t('yearToDate')}
            </Link>
          }
        >
          <ul className={styles.months}>
            {periods!
              .filter(({ period }) => period.startsWith(`${year}-`))
              .map(({ period, isFinal: isMonthFinal }) => (
                <li key={period}>
                  <Link to={`/profile/statements/${period}`}>
                    {periodText(period, locale)}
                    {!isMonthFinal && <Badge tone="neutral">{t('notFinal')}</Badge>}
                  </Link>
                </li>
              ))}
          </ul>
        </Card>
      ))}
    </Page>
  )
}

function Statement({ period }: { period: string }) {
  const t = useLabels('statements')
  const locale = useLocale()
  const { data: statement, isError, refetch } = useApi(one, { params: { period } })
  return (
    <Page title={t('titleOf', { period: periodText(period, locale) })} width="list">
      <p className={styles.back}>
        <Link to="/profile/statements" className={styles.link}>
          {t('all')}
        </Link>
      </p>
      {isError && <Failed title={t('failed')} retryLabel={t('retry')} onRetry={() => void refetch()} />}
      {!statement && !isError && <Skeleton height={400} radius="l" />}
      {statement && <StatementView statement={statement} />}
    </Page>
  )
}
