import { ButtonLink } from '../../design/button/button.tsx'
import { useLabels } from '../../render/labels.tsx'
import { defineRoute } from '../../render/page.ts'
import { useVisitor } from '../../render/router.tsx'
import { SimplePage } from '../../shell/simple-page.tsx'

export const route = defineRoute({
  labels: ['pages'],
  meta: ({ t }) => ({ title: t('bonusTitle'), description: t('bonusText'), noIndex: true }),
  View: BonusPage,
})

/** The player's own bonuses are in the profile, as the text says. */
function BonusPage() {
  const t = useLabels('shell')
  const { isSignedIn } = useVisitor()
  return (
    <SimplePage
      page="bonus"
      icon="gift"
      action={
        isSignedIn ? (
          <ButtonLink to="/profile/bonuses" tone="primary">
            {t('profileBonuses')}
          </ButtonLink>
        ) : undefined
      }
    />
  )
}
