/** The turnover progress, opened from the withdrawal tab and after a withdrawal was refused because of it. */
import type { ModalModule } from '../modals.ts'
import { Button } from '../design/button/button.tsx'
import { Empty } from '../design/empty/empty.tsx'
import { Spinner } from '../design/spinner/spinner.tsx'
import { TurnoverProgress } from '../features/limits/turnover-progress.tsx'
import { useTurnover } from '../features/limits/turnover.ts'
import { useActiveAccount } from '../features/wallet/accounts.ts'
import { useLabels } from '../render/labels.tsx'
import { ModalActions, ModalBody, ModalTitle } from './modal-frame.tsx'
import { useModal } from './use-modal.tsx'

function TurnOverWager() {
  const t = useLabels('limits')
  const modal = useModal()
  const { data: wager, isPending } = useTurnover(useActiveAccount()?.currency)
  const isOpen = wager?.isEnabled && wager.turnOverWagerAmount > 0
  return (
    <>
      <ModalTitle>{t('turnoverTitle')}</ModalTitle>
      <ModalBody>
        {isPending && <Spinner label={t('loading')} />}
        {wager && !isOpen && (
          <Empty icon="check-circle" title={t('turnoverDone')} as="h2">
            {t('turnoverDoneText')}
          </Empty>
        )}
        {wager && isOpen && (
          <>
            <p>{t('turnoverText')}</p>
            <TurnoverProgress wager={wager} />
            <p>{t('turnoverReason', { times: wager.turnOverWager })}</p>
          </>
        )}
      </ModalBody>
      <ModalActions>
        <Button tone="primary" size="l" isWide onClick={() => modal.close('turn-over-wager')}>
          {t('close')}
        </Button>
      </ModalActions>
    </>
  )
}

export const modal: ModalModule = { View: TurnOverWager, labels: ['limits'] }
