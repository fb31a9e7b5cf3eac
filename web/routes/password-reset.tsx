import { SimplePage } from '../shell/simple-page.tsx'
import { defineRoute } from '../render/page.ts'

export const route = defineRoute({
  labels: ['pages'],
  meta: ({ t }) => ({ title: t('passwordResetTitle'), description: t('passwordResetText') }),
  View: PasswordReset,
})

function PasswordReset() {
  return <SimplePage page="passwordReset" icon="lock" />
}
