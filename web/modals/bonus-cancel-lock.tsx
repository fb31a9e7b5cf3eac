/** A bonus that can no longer be cancelled because it is finished. */
import type { ModalModule } from '../modals.ts'
import { Button } from '../design/button/button.tsx'
import { useLabels } from '../render/labels.tsx'
import { ModalActions, ModalBody, ModalTitle } from './modal-frame.tsx'
import { useModal } from './use-modal.tsx'

function BonusCancelLock() {
  const t = useLabels('bonuses')
  const modal = useModal()
  return (
    <>
      <ModalTitle>{t('lockTitle')}</ModalTitle>
      <ModalBody>
        <p>{t('lockText')}</p>
      </ModalBody>
      <ModalActions>
        <Button tone="primary" size="l" isWide onClick={() => modal.close('bonus-cancel-lock')}>
          {t('understood')}
        </Button>
      </ModalActions>
    </>
  )
}

export const modal: ModalModule = { View: BonusCancelLock, labels: ['bonuses'] }
