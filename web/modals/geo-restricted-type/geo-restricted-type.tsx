/** Says why nobody may sign in or up from here, in place of the two forms. */
import { ButtonLink } from '../../design/button/button.tsx'
import { useLabels } from '../../render/labels.tsx'
import { ModalActions, ModalBody, ModalTitle } from '../modal-frame.tsx'
import type { ModalModule } from '../../modals.ts'

function GeoRestrictedType() {
  const t = useLabels('shell')
  return (
    <>
      <ModalTitle>{t('geoTitle')}</ModalTitle>
      <ModalBody><p>{t('geoSignText')}</p></ModalBody>
      <ModalActions><ButtonLink to="/contact" tone="primary" isWide>{t('contact')}</ButtonLink></ModalActions>
    </>
  )
}

export const modal: ModalModule = { View: GeoRestrictedType, labels: ['shell'] }
