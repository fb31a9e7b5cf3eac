/** Return from a successful payment. The invoice, not this URL, confirms the money. */
import type { ModalModule } from '../modals.ts'
import { Button, ButtonLink } from '../design/button/button.tsx'
import { useReturnGame } from '../features/games/return-game.ts'
import { useLabels } from '../render/labels.tsx'
import { ModalActions, ModalBody, ModalTitle } from './modal-frame.tsx'
import { useLocation } from '../render/router.tsx'
import { useModal } from './use-modal.tsx'
import { CloseWindow, usePaymentWindow } from './deposit-success/close-window.tsx'
import { LatestDeposit, useLatestDeposit } from './wallet/latest-deposit.tsx'

/** Follows the latest deposit's status: the webhook may precede the payer, and a URL can be opened late. */
const words = {
  1: ['successTitle', 'successText'],
  2: ['successTitle', 'outcomePaid'],
  3: ['errorTitle', 'outcomeFailed'],
} as const

function DepositSuccess() {
  const t = useLabels('wallet')
  const shell = useLabels('shell')
  const modal = useModal()
  const { page } = useLocation()
  const [title, text] = words[useLatestDeposit().invoice?.status ?? 1]
  const isWindow = usePaymentWindow()
  const returnGame = useReturnGame()
  // On the game page itself, closing is enough.
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
