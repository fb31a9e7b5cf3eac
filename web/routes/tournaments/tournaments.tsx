import { SimplePage } from '../../shell/simple-page.tsx'
import { defineRoute } from '../../render/page.ts'

export const route = defineRoute({
  labels: ['pages'],
  meta: ({ t }) => ({ title: t('tournamentsTitle'), description: t('tournamentsText') }),
  View: Tournaments,
})

function Tournaments() {
  return <SimplePage page="tournaments" icon="trophy" />
}
