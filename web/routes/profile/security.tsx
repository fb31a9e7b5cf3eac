import { SimplePage } from '../../shell/simple-page.tsx'
import { defineRoute } from '../../render/page.ts'

export const route = defineRoute({
  labels: ['pages'],
  meta: ({ t }) => ({ title: t('profileSecurityTitle'), description: t('profileSecurityText') }),
  View: Security,
})

function Security() {
  return <SimplePage page="profileSecurity" icon="lock" />
}
