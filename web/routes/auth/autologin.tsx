import { SimplePage } from '../../shell/simple-page.tsx'
import { useReleasedPreloader } from '../../shell/preloader-hold.ts'
import { defineRoute } from '../../render/page.ts'

export const route = defineRoute({
  labels: ['pages'],
  meta: ({ t }) => ({ title: t('autologinTitle'), description: t('autologinText') }),
  View: Autologin,
})

function Autologin() {
  useReleasedPreloader(true)
  return <SimplePage page="autologin" icon="user" />
}
