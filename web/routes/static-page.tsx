import * as HttpStatus from '#contract/statuses.ts'
import { Prose } from '../design/prose/prose.tsx'
import { breadcrumbs } from '../features/games/structured-data.ts'
import { useApi } from '../api/use-api.ts'
import { ErrorPage } from '../render/errors.tsx'
import { dateFormat } from '../render/formats.ts'
import { useLabels, useLocale } from '../render/labels.tsx'
import { contentPagePath } from '#contract/pages.ts'
import { defineRoute, required } from '../render/page.ts'
import { useParams } from '../render/router.tsx'
import { Page } from '../shell/page-frame.tsx'
import styles from './static-page.module.css'

/**
 * A content page at the root. If its path is a single segment, /static/… is served too and is the canonical address.
 */
const requestOf = (params: Record<string, string>, locale: string) => ({
  params: { locale, identity: params.pageIdentity ?? params['*'] ?? '' },
})

export const route = defineRoute({
  labels: ['pages'],
  queries: ({ params, locale }) => [required('GET /api/content/{locale}/pages/{identity}', requestOf(params, locale))],
  meta: ({ params, locale, t, data }) => {
    const page = data('GET /api/content/{locale}/pages/{identity}', requestOf(params, locale))
    if (!page) return { title: t('staticMissing'), status: HttpStatus.notFound, noIndex: true }
    return {
      title: page.title,
      description: page.description,
      noIndex: params.pageIdentity === undefined && !page.identity.includes('/'),
      jsonLd: breadcrumbs([
        { name: t('lobby'), path: '/' },
        { name: page.title, path: contentPagePath(page.identity) },
      ]),
    }
  },
  View: StaticPage,
})

function StaticPage() {
  const t = useLabels('pages')
  const locale = useLocale()
  const { data: page } = useApi('GET /api/content/{locale}/pages/{identity}', requestOf(useParams(), locale))
  if (!page) return <ErrorPage fault="notFound" />
  return (
    <article>
      <Page title={page.title} lead={page.description} width="text">
        <Prose blocks={page.blocks} />
        {page.updatedAt && (
          <p className={styles.updated}>
            <time dateTime={page.updatedAt}>{t('updated', { date: formatDate(page.updatedAt, locale) })}</time>
          </p>
        )}
      </Page>
    </article>
  )
}

function formatDate(date: string, locale: string): string {
  return dateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date))
}
