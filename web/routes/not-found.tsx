/** Every address that no other route takes. */
import { ErrorPage } from '../render/errors.tsx'
import { defineRoute } from '../render/page.ts'

export const route = defineRoute({
  labels: ['errors'],
  meta: ({ t }) => ({ title: t('notFound'), status: 404, noIndex: true }),
  View: () => <ErrorPage fault="notFound" />,
})
