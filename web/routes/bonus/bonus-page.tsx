import { SimplePage } from '../../shell/simple-page.tsx'
import { defineRoute } from '../../render/page.ts'

export const route = defineRoute({
  labels: ['pages'],
  meta: ({ t }) => ({ title: t('bonusTitle'), description: t('bonusText'), noIndex: true }),
  View: BonusPage,
})

function BonusPage() {
  return <SimplePage page="bonus" icon="gift" />
}
