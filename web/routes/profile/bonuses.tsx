/** The bonuses page: issued and active bonuses and free spins with progress and actions. */
import { buttonClass, ButtonLink } from '../../design/button/button.tsx'
import { Empty, Failed } from '../../design/empty/empty.tsx'
import { Skeleton } from '../../design/skeleton/skeleton.tsx'
import { byCurrency } from '../../features/bonuses/by-currency.ts'
import { type PlayerBonusOrSpins, usePlayerBonuses } from '../../features/bonuses/player-bonuses.ts'
import { openBonusesRequest, playerBonusRoutes } from '../../features/bonuses/player-bonus-request.ts'
import { useApi } from '../../api/use-api.ts'
import { useLabels } from '../../render/labels.tsx'
import { useIsOnBreak } from '../../features/limits/use-is-on-break.ts'
import { useActiveAccount } from '../../features/wallet/accounts.ts'
import { CountryNotice } from '../../features/wallet/country-notice.tsx'
import { useVisitor } from '../../render/router.tsx'
import { defineRoute, query } from '../../render/page.ts'
import { Page } from '../../shell/page-frame.tsx'
import { ModalLink } from '../../modals/use-modal.tsx'
import { CashbackCard } from './bonuses/cashback-card.tsx'
import { FinishedBonuses } from './bonuses/finished-bonuses.tsx'
import { BonusCard } from './bonuses/bonus-card.tsx'
import { rakebackRoute, RakebackSection } from './bonuses/rakeback-card.tsx'
import styles from './bonuses/bonuses.module.css'

const cashbackRoute = 'GET /api/game/bonuses/cashback'

export const route = defineRoute({
  labels: ['bonuses'],
  queries: () => [
    query(playerBonusRoutes.bonus, openBonusesRequest),
    query(playerBonusRoutes.freespin, openBonusesRequest),
    query(cashbackRoute),
    query(rakebackRoute),
  ],
  meta: ({ t }) => ({ title: t('pageTitle'), noIndex: true }),
  View: Bonuses,
})

function Bonuses() {
  const t = useLabels('bonuses')
  const { init } = useVisitor()
  const { all, isPending, isError, invalidate } = usePlayerBonuses()
  const currency = useActiveAccount()?.currency
  const isOnBreak = useIsOnBreak()
  const bonuses = byCurrency(all, currency)
  return (
    <Page title={t('pageTitle')} lead={t('pageLead')}>
      {isError && <Failed title={t('loadFailed')} retryLabel={t('retry')} onRetry={invalidate} />}
      {init.isRestricted && <CountryNotice />}
      {isPending && !isError && <Skeleton height={220} radius="l" />}
      {!isPending && !isError && bonuses.length === 0 && !init.isRestricted && (
        <Empty
          icon="gift"
          title={t('noneHeld')}
          action={
            isOnBreak ? null : (
              <ModalLink modal="wallet" value="deposit" className={buttonClass} data-tone="quiet">
                {t('seeOffers')}
              </ModalLink>
            )
          }
        >
          {t('noneHeldText')}
        </Empty>
      )}
      <Section title={t('activeOnes')} bonuses={bonuses.filter(({ status }) => status === 2)} all={bonuses} />
      <Section title={t('waitingOnes')} bonuses={bonuses.filter(({ status }) => status === 1)} all={bonuses} />
      <RakebackSection active={currency} />
      <CashbackSection />
      <FinishedBonuses />
      <p className={styles.terms}>
        {t('pageTerms')}{' '}
        <ButtonLink to="/static/terms" tone="plain" size="s">
          {t('toTerms')}
        </ButtonLink>
      </p>
    </Page>
  )
}

/** Shows cashback of the active currency and of those in which the player has recently played. */
function CashbackSection() {
  const t = useLabels('bonuses')
  const { data: all = [] } = useApi(cashbackRoute)
  const active = useActiveAccount()?.currency
  const shown = all.filter(({ currency, staked, past }) => currency === active || staked > 0 || past.length > 0)
  if (shown.length === 0) return null
  return (
    <section className={styles.section} aria-label={t('cashbackTitle')}>
      <h2>{t('cashbackTitle')}</h2>
      <ul className={styles.list}>
        {shown.map((cashback) => (
          <li key={cashback.currency}>
            <CashbackCard cashback={cashback} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Section({ title, bonuses, all }: { title: string; bonuses: PlayerBonusOrSpins[]; all: PlayerBonusOrSpins[] }) {
  if (bonuses.length === 0) return null
  return (
    <section className={styles.section} aria-label={title}>
      <h2>{title}</h2>
      <ul className={styles.list}>
        {bonuses.map((bonus) => (
          <li key={bonus.id}>
            <BonusCard bonus={bonus} all={all} />
          </li>
        ))}
      </ul>
    </section>
  )
}
