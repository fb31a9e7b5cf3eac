import { SimplePage } from '../../shell/simple-page.tsx'
import { defineRoute } from '../../render/page.ts'

export const route = defineRoute({
  labels: ['pages'],
  meta: ({ t }) => ({ title: t('questionsTitle'), description: t('questionsText') }),
  View: Questions,
})

function Questions() {
  return <SimplePage page="questions" icon="question" />
}
