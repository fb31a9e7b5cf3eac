/** The ladder of levels, public; a player's own state above it. */
import { useApi } from '../api/use-api.ts'
import { buttonClass } from '../design/button/button.tsx'
import { Card } from '../design/card/card.tsx'
import { Failed } from '../design/empty/empty.tsx'
import { Skeleton } from '../design/skeleton/skeleton.tsx'
import { accountRoute } from '../features/loyalty/account.ts'
import { Ladder } from '../features/loyalty/ladder.tsx'
import { LevelEmblem } from '../features/loyalty/level-emblem.tsx'
import { PointsRule } from '../features/loyalty/points-rule.tsx'
import { OwnLevel } from '../features/loyalty/own-level.tsx'
import { useLevels, useLoyaltyAccount } from '../features/loyalty/use-loyalty.ts'
import { useNumber } from '../features/loyalty/use-number.ts'
import { ModalLink } from '../modals/use-modal.tsx'
import { useLabels } from '../render/labels.tsx'
import { defineRoute, query, required } from '../render/page.ts'
import { Link, useVisitor } from '../render/router.tsx'
import { Page } from '../shell/page-frame.tsx'
import styles from './loyalty.module.css'

export const route = defineRoute({
  labels: ['loyalty'],
  queries: ({ isSignedIn }) => [
    required('GET /api/retention/levels'),
    query('GET /api/retention/rule'),
    ...(isSignedIn ? [query(accountRoute)] : []),
  ],
  meta: ({ t }) => ({ title: t('title'), description: t('lead') }),
  View: Loyalty,
})

function Loyalty() {
  const t = useLabels('loyalty')
  const number = useNumber()
  const { isSignedIn } = useVisitor()
  const { data: levels = [], isError, refetch } = useLevels()
  const { data: account } = useLoyaltyAccount()
  const { data: rule } = useApi('GET /api/retention/rule')
  return (
    <Page title={t('title')} lead={t('lead')}>
      {isError && <Failed title={t('loadFailed')} retryLabel={t('retry')} onRetry={() => void refetch()} />}
      {account && levels.length > 0 && <OwnLevel account={account} levelCount={levels.length} />}
      {isSignedIn && !account && !isError && <Skeleton height={200} radius="l" />}
      {!isSignedIn && levels[0] && <Welcome name={levels[0].name} />}
      <section className={styles.section} aria-label={t('allLevels')}>
        <h2>{t('allLevels')}</h2>
        <Ladder levels={levels} current={account?.currentLevel.order ?? null} />
        <p className={styles.note}>{t('onceNote')}</p>
      </section>
      {rule && (
        <div className={styles.rules}>
          <Card title={t('ruleTitle')}>
            <PointsRule rule={rule} />
          </Card>
          <Card title={t('keepTitle')}>
            {rule.decay ? (
              <>
                <p>
                  {t('keepText', {
                    percent: number(rule.decay.keepPercent),
                    count: rule.decay.months,
                    months: number(rule.decay.months),
                  })}
                </p>
                <p>{t('loseText')}</p>
                <p>{t('breakText')}</p>
              </>
            ) : (
              <p>{t('keepForever')}</p>
            )}
            <p className={styles.note}>
              {t('calm')} <Link to="/static/responsible-gaming">{t('saferPlay')}</Link>
            </p>
          </Card>
        </div>
      )}
    </Page>
  )
}

function Welcome({ name }: { name: string }) {
  const t = useLabels('loyalty')
  return (
    <section className={styles.welcome}>
      <LevelEmblem order={1} size={96} />
      <div>
        <h2>{t('startAt', { name })}</h2>
        <p>{t('startText')}</p>
      </div>
      <ModalLink modal="sign-up" className={buttonClass} data-tone="primary" data-size="l">
        {t('register')}
      </ModalLink>
    </section>
  )
}
