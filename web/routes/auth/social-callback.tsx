import { SimplePage } from '../../shell/simple-page.tsx'
import { useReleasedPreloader } from '../../shell/preloader-hold.ts'
import { defineRoute } from '../../render/page.ts'

export const route = defineRoute({
  labels: ['pages'],
  meta: ({ t }) => ({ title: t('socialCallbackTitle'), description: t('socialCallbackText') }),
  View: SocialCallback,
})

function SocialCallback() {
  useReleasedPreloader(true)
  return <SimplePage page="socialCallback" icon="user" />
}
