/** The welcome package with its offers in order and their state for the player. */
import * as HttpStatus from '#contract/statuses.ts'
import { ApiError } from '../api/client.ts'
import { useApi } from '../api/use-api.ts'
import { Empty, Failed } from '../design/empty/empty.tsx'
import { OfferSteps } from '../features/bonuses/offer-steps.tsx'
import { welcomePage } from '../features/bonuses/welcome-page.ts'
import { useLabels } from '../render/labels.tsx'
import { defineRoute, query } from '../render/page.ts'
import { Page } from '../shell/page-frame.tsx'

export const route = defineRoute({
  labels: ['pages', 'bonuses'],
  queries: () => [query(...welcomePage)],
  meta: ({ t }) => ({ title: t('welcomePackageTitle'), description: t('welcomePackageText') }),
  View: WelcomePackage,
})

function WelcomePackage() {
  const t = useLabels('pages')
  const bonuses = useLabels('bonuses')
  const { data: page, error, isError, refetch } = useApi(...welcomePage)
  // The operator may not offer a package.
  const isMissing = error instanceof ApiError && error.status === HttpStatus.notFound
  return (
    <Page title={page?.name ?? t('welcomePackageTitle')} lead={bonuses('bonusPageLead')} width="text">
      {isError &&
        (isMissing ? (
          <Empty icon="gift" title={bonuses('packageEmpty')}>
            {bonuses('packageEmptyText')}
          </Empty>
        ) : (
          <Failed title={bonuses('loadFailed')} retryLabel={bonuses('retry')} onRetry={() => void refetch()} />
        ))}
      {page && <OfferSteps page={page} />}
    </Page>
  )
}
