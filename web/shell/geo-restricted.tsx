/** The page for restricted countries. Players can still withdraw their funds. */
import { ButtonLink } from '../design/button/button.tsx'
import { Empty } from '../design/empty/empty.tsx'
import { useLabels } from '../render/labels.tsx'
import { useContent } from '../api/use-content.ts'
import { useVisitor } from '../render/router.tsx'

type RestrictedWords = { title: string; description: string; contactLabel: string }

export function GeoRestricted() {
  const t = useLabels('shell')
  const texts = useContent<RestrictedWords>('layout', 'restricted')
  const { isSignedIn } = useVisitor()
  return (
    <Empty
      as="h1"
      icon="globe"
      title={texts.title ?? ''}
      action={
        isSignedIn ? (
          <ButtonLink to="/profile/wallet" tone="primary">
            {t('geoWithdraw')}
          </ButtonLink>
        ) : (
          <ButtonLink to="/contact">{texts.contactLabel}</ButtonLink>
        )
      }
    >
      {texts.description}
    </Empty>
  )
}
