import { SimplePage } from '../shell/simple-page.tsx'
import { defineRoute } from '../render/page.ts'

export const route = defineRoute({
  labels: ['pages'],
  meta: ({ t }) => ({ title: t('loyaltyTitle'), description: t('loyaltyText') }),
  View: Loyalty,
})

function Loyalty() {
  return <SimplePage page="loyalty" icon="star" />
}
