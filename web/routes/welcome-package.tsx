import { buttonClass } from '../design/button/button.tsx'
import { ModalLink } from '../modals/use-modal.tsx'
import { useLabels } from '../render/labels.tsx'
import { defineRoute } from '../render/page.ts'
import { useVisitor } from '../render/router.tsx'
import { SimplePage } from '../shell/simple-page.tsx'

export const route = defineRoute({
  labels: ['pages'],
  meta: ({ t }) => ({ title: t('welcomePackageTitle'), description: t('welcomePackageText') }),
  View: WelcomePackage,
})

/** The package requires a deposit, so the action is the next step towards one. */
function WelcomePackage() {
  const t = useLabels('shell')
  const { isSignedIn } = useVisitor()
  const next = isSignedIn ? (
    <ModalLink modal="wallet" value="deposit" className={buttonClass} data-tone="primary">
      {t('deposit')}
    </ModalLink>
  ) : (
    <ModalLink modal="sign-up" className={buttonClass} data-tone="primary">
      {t('signUp')}
    </ModalLink>
  )
  return <SimplePage page="welcomePackage" icon="gift" action={next} />
}
