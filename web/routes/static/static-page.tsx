import { SimplePage } from '../../shell/simple-page.tsx'
import { defineRoute } from '../../render/page.ts'

export const route = defineRoute({
  labels: ['pages'],
  meta: ({ t }) => ({ title: t('staticTitle'), description: t('staticText') }),
  View: StaticPage,
})

function StaticPage() {
  return <SimplePage page="static" icon="document" />
}
