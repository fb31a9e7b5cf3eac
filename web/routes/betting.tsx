/** Sports: the client of the sportsbook, with its own routes below this page. */
import { Sportsbook } from '../features/sports/sportsbook.tsx'
import { defineRoute } from '../render/page.ts'

export const route = defineRoute({
  labels: ['betting'],
  meta: ({ t, params }) => ({
    title: t('title'),
    description: t('description'),
    // Matches are over after minutes.
    ...(params['*'] && { noIndex: true }),
  }),
  View: Sportsbook,
})
