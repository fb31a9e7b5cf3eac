/** The bonuses page: issued and active bonuses and free spins with progress and actions. */
import { buttonClass, ButtonLink } from '../../design/button/button.tsx'
import { Empty, Failed } from '../../design/empty/empty.tsx'
import { Skeleton } from '../../design/skeleton/skeleton.tsx'
import { byCurrency } from '../../features/bonuses/by-currency.ts'
import { type Held, usePlayerBonuses } from '../../features/bonuses/held.ts'
import { heldRequest, heldRoutes } from '../../features/bonuses/held-request.ts'
import { useApi } from '../../api/use-api.ts'
import { useLabels } from '../../render/labels.tsx'
import { useActiveAccount } from '../../features/wallet/accounts.ts'
import { CountryNotice } from '../../features/wallet/country-notice.tsx'
import { useVisitor } from '../../render/router.tsx'
import { defineRoute, query } from '../../render/page.ts'
import { Page } from '../../shell/page-frame.tsx'
import { ModalLink } from '../../modals/use-modal.tsx'
import { CashbackCard } from './bonuses/cashback-card.tsx'
import { FinishedBonuses } from './bonuses/finished-bonuses.tsx'
import { HeldCard } from './bonuses/held-card.tsx'
import { rakebackRoute, RakebackSection } from './bonuses/rakeback-card.tsx'
import styles from './bonuses/bonuses.module.css'

const cashbackRoute = 'GET /api/game/bonuses/cashback'

export const route = defineRoute({
  labels: ['bonuses'],
  queries: () => [
    query(heldRoutes.bonus, heldRequest),
    query(heldRoutes.freespin, heldRequest),
    query(cashbackRoute),
    query(rakebackRoute),
  ],
  meta: ({ t }) => ({ title: t('pageTitle'), noIndex: true }),
  View: Bonuses,
})

function Bonuses() {
  const t = useLabels('bonuses')
  const { init } = useVisitor()
  const { held: all, isPending, isError, invalidate } = usePlayerBonuses()
  const currency = useActiveAccount()?.currency
  const held = byCurrency(all, currency)
  return (
    <Page title={t('pageTitle')} lead={t('pageLead')}>
      {isError && <Failed title={t('loadFailed')} retryLabel={t('retry')} onRetry={invalidate} />}
      {init.isRestricted && <CountryNotice />}
      {isPending && !isError && <Skeleton height={220} radius="l" />}
      {!isPending && !isError && held.length === 0 && !init.isRestricted && (
        <Empty
          icon="gift"
          title={t('noneHeld')}
          action={
            <ModalLink modal="wallet" value="deposit" className={buttonClass} data-tone="quiet">
              {t('seeOffers')}
            </ModalLink>
          }
        >
          {t('noneHeldText')}
        </Empty>
      )}
      <Section title={t('activeOnes')} held={held.filter(({ status }) => status === 2)} all={held} />
      <Section title={t('waitingOnes')} held={held.filter(({ status }) => status === 1)} all={held} />
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

/** The currencies in which the player has played lately, or the active one. */
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

function Section({ title, held, all }: { title: string; held: Held[]; all: Held[] }) {
  if (held.length === 0) return null
  return (
    <section className={styles.section} aria-label={title}>
      <h2>{title}</h2>
      <ul className={styles.list}>
        {held.map((each) => (
          <li key={each.id}>
            <HeldCard held={each} all={all} />
          </li>
        ))}
      </ul>
    </section>
  )
}
