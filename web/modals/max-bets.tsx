/** Explains that a stake is above the maximum of the active bonus. The value of the query key is like `500-EUR`. */
import type { ModalModule, ModalProps } from '../modals.ts'
import { Button, ButtonLink } from '../design/button/button.tsx'
import { useMoney } from '../design/money/money.tsx'
import { useLabels } from '../render/labels.tsx'
import { ModalActions, ModalBody, ModalTitle } from './modal-frame.tsx'
import { useModal } from './use-modal.tsx'

function MaxBets({ value }: ModalProps) {
  const t = useLabels('bonuses')
  const modal = useModal()
  const money = useMoney()
  const [, amount, currency] = /^(\d{1,15})-([A-Z]{3,5})$/.exec(value) ?? []
  return (
    <>
      <ModalTitle>{t('maxBetTitle')}</ModalTitle>
      <ModalBody>
        {amount && currency && (
          <p>
            <strong>{t('maxBetAmount', { amount: money(Number(amount), currency) })}</strong>
          </p>
        )}
        <p>{t('maxBetText')}</p>
      </ModalBody>
      <ModalActions>
        <Button tone="primary" size="l" isWide onClick={() => modal.close('max-bets')}>
          {t('understood')}
        </Button>
        <ButtonLink to="/profile/bonuses" size="l" isWide>
          {t('toBonuses')}
        </ButtonLink>
      </ModalActions>
    </>
  )
}

export const modal: ModalModule = { View: MaxBets, labels: ['bonuses'] }
