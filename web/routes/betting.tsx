import { SimplePage } from '../shell/simple-page.tsx'
import { defineRoute } from '../render/page.ts'

export const route = defineRoute({
  labels: ['pages'],
  meta: ({ t }) => ({ title: t('bettingTitle'), description: t('bettingText') }),
  View: Betting,
})

function Betting() {
  return <SimplePage page="betting" icon="ball" />
}
