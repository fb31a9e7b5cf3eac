import { SimplePage } from '../../shell/simple-page.tsx'
import { defineRoute } from '../../render/page.ts'

export const route = defineRoute({
  labels: ['pages'],
  meta: ({ t }) => ({ title: t('profileVerificationTitle'), description: t('profileVerificationText') }),
  View: Verification,
})

function Verification() {
  return <SimplePage page="profileVerification" icon="check-circle" />
}
