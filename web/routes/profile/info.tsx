import { SimplePage } from '../../shell/simple-page.tsx'
import { defineRoute } from '../../render/page.ts'

export const route = defineRoute({
  labels: ['pages'],
  meta: ({ t }) => ({ title: t('profileInfoTitle'), description: t('profileInfoText') }),
  View: Info,
})

function Info() {
  return <SimplePage page="profileInfo" icon="user" />
}
