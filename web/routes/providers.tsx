import { SimplePage } from '../shell/simple-page.tsx'
import { defineRoute } from '../render/page.ts'

export const route = defineRoute({
  labels: ['pages'],
  meta: ({ t }) => ({ title: t('providersTitle'), description: t('providersText') }),
  View: Providers,
})

function Providers() {
  return <SimplePage page="providers" icon="grid" />
}
