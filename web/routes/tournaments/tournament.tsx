import { SimplePage } from '../../shell/simple-page.tsx'
import { defineRoute } from '../../render/page.ts'

export const route = defineRoute({
  labels: ['pages'],
  meta: ({ t }) => ({ title: t('tournamentTitle'), description: t('tournamentText'), noIndex: true }),
  View: Tournament,
})

function Tournament() {
  return <SimplePage page="tournament" icon="trophy" />
}
