import { ButtonLink } from '../../design/button/button.tsx'
import { useLabels } from '../../render/labels.tsx'
import { SimplePage } from '../../shell/simple-page.tsx'
import { defineRoute } from '../../render/page.ts'

export const route = defineRoute({
  labels: ['pages'],
  meta: ({ t }) => ({ title: t('profileVerificationTitle'), description: t('profileVerificationText') }),
  View: Verification,
})

function Verification() {
  return <SimplePage page="profileVerification" icon="check-circle" action={<ButtonLink to="/contact" tone="primary">{useLabels('pages')('toSupport')}</ButtonLink>} />
}
