import { SimplePage } from '../../shell/simple-page.tsx'
import { defineRoute } from '../../render/page.ts'

export const route = defineRoute({
  labels: ['pages'],
  meta: ({ t }) => ({ title: t('profileBonusesTitle'), description: t('profileBonusesText') }),
  View: Bonuses,
})

function Bonuses() {
  return <SimplePage page="profileBonuses" icon="gift" />
}
