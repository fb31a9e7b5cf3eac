/** A game that is not available in the visitor's country, with alternatives. */
import { ButtonLink } from '../design/button/button.tsx'
import { useContent } from '../api/use-content.ts'
import { ModalActions, ModalBody, ModalTitle } from './modal-frame.tsx'
import type { ModalModule } from '../modals.ts'

function GeoRestrictedGame() {
  const texts = useContent<{ title: string; description: string; othersLabel: string }>('modals', 'geo-restricted-game')
  return (
    <>
      <ModalTitle>{texts.title}</ModalTitle>
      <ModalBody>
        <p>{texts.description}</p>
      </ModalBody>
      <ModalActions>
        <ButtonLink to="/" tone="primary" size="l" isWide>
          {texts.othersLabel}
        </ButtonLink>
      </ModalActions>
    </>
  )
}

export const modal: ModalModule = { View: GeoRestrictedGame }
