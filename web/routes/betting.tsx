/** The page of the sportsbook, whose client has its own routes below it. */
import { Sportsbook } from '../features/sports/sportsbook.tsx'
import { defineRoute } from '../render/page.ts'

export const route = defineRoute({
  labels: ['betting'],
  meta: ({ t, params }) => ({
    title: t('title'),
    description: t('description'),
    // Pages of single matches are not indexed, because they are outdated after minutes.
    ...(params['*'] && { noIndex: true }),
  }),
  View: Sportsbook,
})
