/** The public page with all loyalty levels, and the player's level above them. */
import { Suspense } from 'react'
import { buttonClass } from '../design/button/button.tsx'
import { Failed } from '../design/empty/empty.tsx'
import { Skeleton } from '../design/skeleton/skeleton.tsx'
import { accountRoute } from '../features/loyalty/account.ts'
import { LevelEmblem } from '../features/loyalty/level-emblem.tsx'
import { OwnLevel } from '../features/loyalty/own-level.tsx'
import { useLevels, useLoyaltyAccount } from '../features/loyalty/use-loyalty.ts'
import { ModalLink } from '../modals/use-modal.tsx'
import { useLabels } from '../render/labels.tsx'
import { later } from '../render/later.ts'
import { onceNear } from '../render/once-near.ts'
import { defineRoute, query, required } from '../render/page.ts'
import { useVisitor } from '../render/router.tsx'
import { Page } from '../shell/page-frame.tsx'
import styles from './loyalty.module.css'

/** The id of the rules (web/features/loyalty/levels-and-rules.tsx), which are far below the fold. */
const rulesId = 'loyalty-rules'

/** Hydrated only when the visitor interacts, because formatting the first number takes a phone a tenth of a second. */
const levelsAndRules = later(
  'features/loyalty/levels-and-rules.tsx',
  () => import('../features/loyalty/levels-and-rules.tsx'),
  () => onceNear(rulesId),
)

/** A constant element, because a new one would be rendered before its hydration and show the skeleton. */
const rest = (
  <Suspense fallback={<Skeleton height={800} radius="l" />}>
    <levelsAndRules.View />
  </Suspense>
)

export const route = defineRoute({
  labels: ['loyalty'],
  parts: () => [levelsAndRules],
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
  const { isSignedIn } = useVisitor()
  const { data: levels = [], isError, refetch } = useLevels()
  const { data: account } = useLoyaltyAccount()
  return (
    <Page title={t('title')} lead={t('lead')}>
      {isError && <Failed title={t('loadFailed')} retryLabel={t('retry')} onRetry={() => void refetch()} />}
      {account && levels.length > 0 && <OwnLevel account={account} levelCount={levels.length} />}
      {isSignedIn && !account && !isError && <Skeleton height={200} radius="l" />}
      {!isSignedIn && levels[0] && <Welcome name={levels[0].name} />}
      {rest}
    </Page>
  )
}

function Welcome({ name }: { name: string }) {
  const t = useLabels('loyalty')
  const { init } = useVisitor()
  return (
    <section className={styles.welcome}>
      <LevelEmblem order={1} size={96} />
      <div>
        <h2>{t('startAt', { name })}</h2>
        <p>{t('startText')}</p>
      </div>
      {!init.isRestricted && (
        <ModalLink modal="sign-up" className={buttonClass} data-tone="primary" data-size="l">
          {t('register')}
        </ModalLink>
      )}
    </section>
  )
}
