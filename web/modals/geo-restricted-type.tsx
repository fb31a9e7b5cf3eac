/** Explains why sign-in and sign-up are blocked in this country. */
import { ButtonLink } from '../design/button/button.tsx'
import { useContent } from '../api/use-content.ts'
import { useLabels } from '../render/labels.tsx'
import { ModalActions, ModalBody, ModalTitle } from './modal-frame.tsx'
import type { ModalModule } from '../modals.ts'

function GeoRestrictedType() {
  const t = useLabels('shell')
  const texts = useContent<{ title: string; description: string }>('modals', 'geo-restricted-type')
  return (
    <>
      <ModalTitle>{texts.title}</ModalTitle>
      <ModalBody>
        <p>{texts.description}</p>
      </ModalBody>
      <ModalActions>
        <ButtonLink to="/contact" tone="primary" isWide>
          {t('contact')}
        </ButtonLink>
      </ModalActions>
    </>
  )
}

export const modal: ModalModule = { View: GeoRestrictedType, labels: ['shell'] }
