/** All terms that a player must be able to read before choosing a bonus (player protection, 32). */
import type { DepositBonus } from '#contract/bonuses.ts'
import type { ModalModule, ModalProps } from '../modals.ts'
import { useApi } from '../api/use-api.ts'
import { Button } from '../design/button/button.tsx'
import { Empty, Failed } from '../design/empty/empty.tsx'
import { Spinner } from '../design/spinner/spinner.tsx'
import { BonusTerms } from '../features/bonuses/bonus-terms.tsx'
import { useActiveAccount } from '../features/wallet/accounts.ts'
import { useLabels } from '../render/labels.tsx'
import { ModalActions, ModalBody, ModalTitle } from './modal-frame.tsx'
import { useModal } from './use-modal.tsx'

function WalletBonusInfo({ value }: ModalProps) {
  const t = useLabels('bonuses')
  const modal = useModal()
  const account = useActiveAccount()
  const { data, isError, refetch } = useApi(
    'GET /api/game/bonuses',
    { query: { currency: account?.currency ?? '' } },
    { enabled: account !== undefined },
  )
  const bonus: DepositBonus | undefined = data?.find(({ id }) => id === value)
  return (
    <>
      <ModalTitle description={bonus?.package?.name}>{bonus?.name ?? t('bonus')}</ModalTitle>
      <ModalBody>
        {isError && <Failed title={t('loadFailed')} retryLabel={t('retry')} onRetry={() => void refetch()} />}
        {!data && !isError && <Spinner label={t('loading')} />}
        {data && !bonus && (
          <Empty icon="gift" title={t('notOffered')}>
            {t('notOfferedText')}
          </Empty>
        )}
        {bonus && account && <BonusTerms bonus={bonus} currency={account.currency} />}
      </ModalBody>
      <ModalActions>
        <Button tone="primary" size="l" isWide onClick={() => modal.close('wallet-bonus-info')}>
          {t('understood')}
        </Button>
      </ModalActions>
    </>
  )
}

export const modal: ModalModule = { View: WalletBonusInfo, labels: ['bonuses'] }
