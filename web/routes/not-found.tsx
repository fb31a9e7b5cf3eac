/** The catch-all for all other paths. */
import { ErrorPage } from '../render/errors.tsx'
import { defineRoute } from '../render/page.ts'

export const route = defineRoute({
  labels: ['errors'],
  meta: ({ t }) => ({ title: t('notFound'), status: 404, noIndex: true }),
  View: () => <ErrorPage fault="notFound" />,
})
