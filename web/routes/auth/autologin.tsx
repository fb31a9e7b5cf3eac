import { SimplePage } from '../../shell/simple-page.tsx'
import { defineRoute } from '../../render/page.ts'

export const route = defineRoute({
  labels: ['pages'],
  meta: ({ t }) => ({ title: t('autologinTitle'), description: t('autologinText') }),
  View: Autologin,
})

function Autologin() {
  return <SimplePage page="autologin" icon="user" />
}
