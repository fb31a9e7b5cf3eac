import { SimplePage } from '../../shell/simple-page.tsx'
import { defineRoute } from '../../render/page.ts'

export const route = defineRoute({
  labels: ['pages'],
  meta: ({ t }) => ({ title: t('profileNotificationsTitle'), description: t('profileNotificationsText') }),
  View: Notifications,
})

function Notifications() {
  return <SimplePage page="profileNotifications" icon="bell" />
}
