/** Shown after the return from a successful payment. Only the invoice confirms the money, not this address. */
import type { ModalModule } from '../modals.ts'
import { Button, ButtonLink } from '../design/button/button.tsx'
import { useReturnGame } from '../features/games/return-game.ts'
import { useLabels } from '../render/labels.tsx'
import { ModalActions, ModalBody, ModalTitle } from './modal-frame.tsx'
import { useLocation } from '../render/router.tsx'
import { useModal } from './use-modal.tsx'
import { CloseWindow, usePaymentWindow } from './deposit-success/close-window.tsx'
import { LatestDeposit, useLatestDeposit } from './wallet/latest-deposit.tsx'

/** Texts by status of the latest deposit, which may already be final when the player returns. */
const texts = {
  1: ['successTitle', 'successText'],
  2: ['successTitle', 'outcomePaid'],
  3: ['errorTitle', 'outcomeFailed'],
} as const

function DepositSuccess() {
  const t = useLabels('wallet')
  const shell = useLabels('shell')
  const modal = useModal()
  const { page } = useLocation()
  const [title, text] = texts[useLatestDeposit().invoice?.status ?? 1]
  const isWindow = usePaymentWindow()
  const returnGame = useReturnGame()
  // On the page of the game, closing the modal is sufficient.
  const isElsewhere = returnGame !== null && !returnGame.startsWith(`${page.pathname}?`)
  return (
    <>
      <ModalTitle hasHelp>{t(title)}</ModalTitle>
      <ModalBody>
        <p>{t(text)}</p>
        {isWindow && (
          <p>
            <strong>{t('windowTitle')}.</strong> {t('windowText')}
          </p>
        )}
        <LatestDeposit />
      </ModalBody>
      <ModalActions>
        {isWindow ? (
          <CloseWindow />
        ) : isElsewhere ? (
          <ButtonLink to="/" href={returnGame} tone="primary" size="l" isWide>
            {shell('returnGame')}
          </ButtonLink>
        ) : (
          <Button tone="primary" size="l" isWide onClick={() => modal.close('deposit-success')}>
            {t('toPlay')}
          </Button>
        )}
      </ModalActions>
    </>
  )
}

export const modal: ModalModule = { View: DepositSuccess, labels: ['wallet'] }
