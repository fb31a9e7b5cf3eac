import { SimplePage } from '../shell/simple-page.tsx'
import { defineRoute } from '../render/page.ts'

export const route = defineRoute({
  labels: ['pages'],
  meta: ({ t }) => ({ title: t('recentlyPlayedTitle'), description: t('recentlyPlayedText') }),
  View: RecentlyPlayed,
})

function RecentlyPlayed() {
  return <SimplePage page="recentlyPlayed" icon="clock" />
}
