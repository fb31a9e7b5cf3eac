/** The catch-all for all other paths. */
import * as HttpStatus from '#contract/statuses.ts'
import { ErrorPage } from '../render/errors.tsx'
import { defineRoute } from '../render/page.ts'

export const route = defineRoute({
  labels: ['errors'],
  content: ['layout'],
  meta: ({ t, data, locale }) => {
    const layout = data('GET /api/content/{locale}/{directory}', { params: { locale, directory: 'layout' } })
    const { title } = (layout?.error ?? {}) as { title?: string }
    return { title: title ?? t('notFound'), status: HttpStatus.notFound, noIndex: true }
  },
  View: () => <ErrorPage fault="notFound" />,
})
