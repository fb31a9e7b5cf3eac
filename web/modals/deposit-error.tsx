/** A failed deposit: what happened and what to do next. */
import type { ModalModule } from '../modals.ts'
import { Button, ButtonLink } from '../design/button/button.tsx'
import { useLabels } from '../render/labels.tsx'
import { useSearch } from '../render/router.tsx'
import { ModalActions, ModalBody, ModalTitle } from './modal-frame.tsx'
import { CloseWindow, usePaymentWindow } from './deposit-success/close-window.tsx'
import { useModal } from './use-modal.tsx'

function DepositError() {
  const t = useLabels('wallet')
  const modal = useModal()
  const isWindow = usePaymentWindow()
  const isOverWallet = useSearch().has('wallet')
  const again = () =>
    isOverWallet ? modal.close('deposit-error') : modal.open('wallet', 'deposit', { instead: 'deposit-error' })
  return (
    <>
      <ModalTitle hasHelp>{t('errorTitle')}</ModalTitle>
      <ModalBody>
        <p>{t('errorText')}</p>
        {isWindow && <p>{t('windowText')}</p>}
      </ModalBody>
      <ModalActions>
        {isWindow ? (
          <CloseWindow />
        ) : (
          <Button tone="primary" size="l" isWide onClick={again}>
            {t('tryAgain')}
          </Button>
        )}
        <ButtonLink to="/contact" isWide>
          {t('askSupport')}
        </ButtonLink>
      </ModalActions>
    </>
  )
}

export const modal: ModalModule = { View: DepositError, labels: ['wallet'] }
