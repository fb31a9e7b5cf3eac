/** The limits page: all limits by period, cooling-off and self-exclusion, all self-service. */
import { buttonClass } from '../../design/button/button.tsx'
import { Card } from '../../design/card/card.tsx'
import { Failed } from '../../design/empty/empty.tsx'
import { Skeleton } from '../../design/skeleton/skeleton.tsx'
import { byPeriod } from '../../features/limits/periods.ts'
import { useOwnMoney } from '../../features/wallet/own-money.tsx'
import { useLimits } from '../../features/limits/use-limits.ts'
import { useProtection } from '../../features/limits/use-protection.ts'
import { SaferPlayLink } from '../../features/safer-play/safer-play-link.tsx'
import { ModalLink } from '../../modals/use-modal.tsx'
import { useLabels } from '../../render/labels.tsx'
import { defineRoute, query } from '../../render/page.ts'
import { Link } from '../../render/router.tsx'
import { Page } from '../../shell/page-frame.tsx'
import { BreakCard } from './limits/break-card.tsx'
import { LimitCard } from './limits/limit-card.tsx'
import { RealityCheckCard } from './limits/reality-check-card.tsx'
import styles from './limits/limits.module.css'

export const route = defineRoute({
  labels: ['limits'],
  queries: () => [
    query('GET /api/player/limits'),
    query('GET /api/player/protection'),
    query('GET /api/game/reality-check'),
  ],
  meta: ({ t }) => ({ title: t('pageTitle'), noIndex: true }),
  View: Limits,
})

function Limits() {
  const t = useLabels('limits')
  const { data: limits, isError, refetch } = useLimits()
  return (
    <Page title={t('pageTitle')} lead={t('pageLead')}>
      {isError && <Failed title={t('loadFailed')} retryLabel={t('retry')} onRetry={() => void refetch()} />}
      {!limits && !isError && <Skeleton height={240} radius="l" />}
      {limits && (
        <div className={styles.page}>
          <Card
            title={t('limitsTitle')}
            aside={
              <ModalLink modal="add-cash-limit" className={buttonClass} data-tone="primary" data-size="s">
                {t('addLimit')}
              </ModalLink>
            }
          >
            <p className={styles.text}>{t('limitsText')}</p>
            <Ceilings />
            {byPeriod(limits).map((group) => (
              <section key={group.period} className={styles.group} aria-label={t(group.period)}>
                <h3>{t(group.period)}</h3>
                {group.limits.map((limit) => (
                  <LimitCard key={limit.id} limit={limit} />
                ))}
              </section>
            ))}
          </Card>
          <div className={styles.column}>
            <RealityCheckCard />
            <BreakCard kind="cooling-off" limits={limits} />
            <BreakCard kind="self-exclusion" limits={limits} />
            <p className={styles.text}>{t('stillYours')}</p>
            <p>
              <Link to="/profile/protection">{t('protectionLink')}</Link>
            </p>
            <SaferPlayLink />
          </div>
        </div>
      )}
    </Page>
  )
}

/** The legal maximum limits, which apply to every player. */
function Ceilings() {
  const t = useLabels('limits')
  const shown = useOwnMoney()
  const { ceilings, highestStake } = useProtection()
  const lines = [
    ...ceilings.map(({ period, amount, currency }) => t('lawDeposits', { amount: shown(amount, currency), period })),
    ...(highestStake ? [t('lawStake', { amount: shown(highestStake.amount, highestStake.currency) })] : []),
  ]
  return lines.map((line) => (
    <p key={line} className={styles.text}>
      {line}
    </p>
  ))
}
