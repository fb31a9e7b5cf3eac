import { SimplePage } from '../shell/simple-page.tsx'
import { defineRoute } from '../render/page.ts'

export const route = defineRoute({
  labels: ['pages'],
  meta: ({ t }) => ({ title: t('lobbyTitle'), description: t('lobbyText') }),
  View: Index,
})

function Index() {
  return <SimplePage page="lobby" icon="home" />
}
