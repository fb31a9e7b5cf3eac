import { SimplePage } from '../../shell/simple-page.tsx'
import { defineRoute } from '../../render/page.ts'

export const route = defineRoute({
  labels: ['pages'],
  meta: ({ t }) => ({ title: t('profileHistoryTitle'), description: t('profileHistoryText') }),
  View: History,
})

function History() {
  return <SimplePage page="profileHistory" icon="history" />
}
