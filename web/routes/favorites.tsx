import { SimplePage } from '../shell/simple-page.tsx'
import { defineRoute } from '../render/page.ts'

export const route = defineRoute({
  labels: ['pages'],
  meta: ({ t }) => ({ title: t('favoritesTitle'), description: t('favoritesText') }),
  View: Favorites,
})

function Favorites() {
  return <SimplePage page="favorites" icon="heart" />
}
