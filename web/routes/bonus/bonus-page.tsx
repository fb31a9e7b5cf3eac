/** A bonus page is a content page, `pages/bonus-<identity>.json`; without one it is a 404. */
import * as HttpStatus from '#contract/statuses.ts'
import { useApi } from '../../api/use-api.ts'
import { Prose } from '../../design/prose/prose.tsx'
import { ErrorPage } from '../../render/errors.tsx'
import { useLocale } from '../../render/labels.tsx'
import { defineRoute, required } from '../../render/page.ts'
import { useParams } from '../../render/router.tsx'
import { Page } from '../../shell/page-frame.tsx'

const requestOf = (params: Record<string, string>, locale: string) => ({
  params: { locale, identity: `bonus-${params.pageIdentity}` },
})

export const route = defineRoute({
  labels: ['pages'],
  queries: ({ params, locale }) => [required('GET /api/content/{locale}/pages/{identity}', requestOf(params, locale))],
  meta: ({ params, locale, t, data }) => {
    const page = data('GET /api/content/{locale}/pages/{identity}', requestOf(params, locale))
    return page
      ? { title: page.title, description: page.description }
      : { title: t('staticMissing'), status: HttpStatus.notFound }
  },
  View: BonusPage,
})

/** The player's own bonuses are in the profile, as the text says. */
function BonusPage() {
  const locale = useLocale()
  const { data: page } = useApi('GET /api/content/{locale}/pages/{identity}', requestOf(useParams(), locale))
  if (!page) return <ErrorPage fault="notFound" />
  return (
    <Page title={page.title} lead={page.description} width="text">
      <Prose blocks={page.blocks} />
    </Page>
  )
}
