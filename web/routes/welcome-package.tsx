import { SimplePage } from '../shell/simple-page.tsx'
import { defineRoute } from '../render/page.ts'

export const route = defineRoute({
  labels: ['pages'],
  meta: ({ t }) => ({ title: t('welcomePackageTitle'), description: t('welcomePackageText') }),
  View: WelcomePackage,
})

function WelcomePackage() {
  return <SimplePage page="welcomePackage" icon="gift" />
}
