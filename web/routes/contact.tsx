import { SimplePage } from '../shell/simple-page.tsx'
import { defineRoute } from '../render/page.ts'

export const route = defineRoute({
  labels: ['pages'],
  meta: ({ t }) => ({ title: t('contactTitle'), description: t('contactText') }),
  View: Contact,
})

function Contact() {
  return <SimplePage page="contact" icon="mail" />
}
