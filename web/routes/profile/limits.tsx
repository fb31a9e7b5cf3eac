import { ButtonLink } from '../../design/button/button.tsx'
import { useLabels } from '../../render/labels.tsx'
import { SimplePage } from '../../shell/simple-page.tsx'
import { defineRoute } from '../../render/page.ts'

export const route = defineRoute({
  labels: ['pages'],
  meta: ({ t }) => ({ title: t('profileLimitsTitle'), description: t('profileLimitsText') }),
  View: Limits,
})

function Limits() {
  return <SimplePage page="profileLimits" icon="shield" action={<ButtonLink to="/contact" tone="primary">{useLabels('pages')('toSupport')}</ButtonLink>} />
}
