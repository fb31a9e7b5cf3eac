import { SimplePage } from '../shell/simple-page.tsx'
import { defineRoute } from '../render/page.ts'

export const route = defineRoute({
  labels: ['pages'],
  meta: ({ t }) => ({ title: t('verifyTitle'), description: t('verifyText') }),
  View: Verify,
})

function Verify() {
  return <SimplePage page="verify" icon="mail" />
}
