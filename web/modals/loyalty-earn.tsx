/** Explains how many points stakes earn, for guests and players. */
import type { ModalModule } from '../modals.ts'
import { useApi } from '../api/use-api.ts'
import { Button } from '../design/button/button.tsx'
import { Failed } from '../design/empty/empty.tsx'
import { Spinner } from '../design/spinner/spinner.tsx'
import { PointsRule } from '../features/loyalty/points-rule.tsx'
import { useLabels } from '../render/labels.tsx'
import { ModalActions, ModalBody, ModalTitle } from './modal-frame.tsx'
import { useModal } from './use-modal.tsx'

function LoyaltyEarn() {
  const t = useLabels('loyalty')
  const { close } = useModal()
  const { data: rule, isPending, isError, refetch } = useApi('GET /api/retention/rule')
  return (
    <>
      <ModalTitle>{t('ruleTitle')}</ModalTitle>
      <ModalBody>
        {isError && <Failed title={t('loadFailed')} retryLabel={t('retry')} onRetry={() => void refetch()} />}
        {isPending && <Spinner label={t('loading')} />}
        {rule && <PointsRule rule={rule} />}
      </ModalBody>
      <ModalActions>
        <Button tone="primary" size="l" isWide onClick={() => close('loyalty-earn')}>
          {t('understood')}
        </Button>
      </ModalActions>
    </>
  )
}

export const modal: ModalModule = { View: LoyaltyEarn, labels: ['loyalty'] }
