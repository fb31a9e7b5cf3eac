/** The page of a bonus package or of a single offer. If it is not offered, the page is a 404. */
import { useApi } from '../api/use-api.ts'
import { OfferSteps } from '../features/bonuses/offer-steps.tsx'
import { ErrorPage } from '../render/errors.tsx'
import { useLabels } from '../render/labels.tsx'
import { defineRoute, required } from '../render/page.ts'
import { useParams } from '../render/router.tsx'
import { Page } from '../shell/page-frame.tsx'

const pageRoute = 'GET /api/game/bonuses/pages/{identity}'
const requestOf = ({ pageIdentity = '' }: Record<string, string>) => ({ params: { identity: pageIdentity } })

export const route = defineRoute({
  labels: ['bonuses'],
  queries: ({ params }) => [required(pageRoute, requestOf(params))],
  meta: ({ params, t, data }) => {
    const page = data(pageRoute, requestOf(params))
    return { title: page?.name ?? t('pageTitle'), description: page?.offers[0]?.offer.description ?? '' }
  },
  View: BonusPage,
})

function BonusPage() {
  const t = useLabels('bonuses')
  const { data: page } = useApi(pageRoute, requestOf(useParams()))
  if (!page) return <ErrorPage fault="notFound" />
  return (
    <Page title={page.name} lead={t('bonusPageLead')} width="text">
      <OfferSteps page={page} />
    </Page>
  )
}
