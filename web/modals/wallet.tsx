/** The wallet modal: deposit and withdraw for the active account. */
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { ModalModule, ModalProps } from '../modals.ts'
import { useApi } from '../api/use-api.ts'
import { Tabs } from '../design/tabs/tabs.tsx'
import { useLabels, useLocale } from '../render/labels.tsx'
import { useCurrency } from '../design/money/money.tsx'
import { useActiveAccount } from '../features/wallet/accounts.ts'
import { ModalBody, ModalTitle, useBeforeClose } from './modal-frame.tsx'
import { useModal } from './use-modal.tsx'
import { enterWallet, leaveWallet, trackWallet } from './wallet/funnel.ts'
import { DepositPanel } from './wallet/deposit-panel.tsx'
import { EndShown } from './wallet/outcome.tsx'
import { WithdrawPanel } from './wallet/withdraw-panel.tsx'

type Side = 'deposit' | 'withdraw'

function WalletModal({ value }: ModalProps) {
  const t = useLabels('wallet')
  const modal = useModal()
  const side = value as Side
  // The wallet has no tabs if it was opened for a deposit, and both if it was opened for a withdrawal.
  const [hasTabs] = useState(side !== 'deposit')
  const asks = useAsksBeforeLeaving()
  const hasBegun = useRef(false)
  const isEndShown = useRef(false)
  const noteEnd = useCallback((isShown: boolean) => {
    isEndShown.current = isShown
  }, [])
  const changeSide = useFunnel(side)
  useBeforeClose(() => {
    if (!mustAsk(asks, { side, hasBegun: hasBegun.current, isEndShown: isEndShown.current })) return true
    modal.open('cancel-deposit')
    return false
  })
  const panel =
    side === 'deposit' ? (
      <EndShown value={noteEnd}>
        <BeginListener
          onBegin={() => {
            hasBegun.current = true
          }}
        >
          <DepositPanel />
        </BeginListener>
      </EndShown>
    ) : (
      <WithdrawPanel />
    )
  return (
    <>
      <ModalTitle hasHelp>{t(side === 'deposit' ? 'depositTitle' : 'withdrawTitle')}</ModalTitle>
      <ModalBody>
        {hasTabs ? (
          <Tabs
            tabs={[
              { value: 'deposit', label: t('deposit') },
              { value: 'withdraw', label: t('withdraw') },
            ]}
            value={side}
            onChange={changeSide}
            label={t('wallet')}
          >
            {panel}
          </Tabs>
        ) : (
          panel
        )}
      </ModalBody>
    </>
  )
}

/**
 * Starts the funnel once currency and tab are known, and ends it when the wallet closes. Returns a function that shows
 * the other tab.
 */
export function useFunnel(side: Side): (next: Side) => void {
  const modal = useModal()
  const typeOf = useCurrency()
  const account = useActiveAccount()
  const walletType = account && typeOf(account.currency).type
  useEffect(() => {
    if (walletType) enterWallet(side, walletType)
  }, [side, walletType])
  useEffect(() => () => leaveWallet(), [])
  return (next) => {
    trackWallet('type change', { walletOperationType: next })
    modal.open('wallet', next, { instead: 'wallet' })
  }
}

/** Calls `onBegin` when the player enters, chooses or submits something, after which leaving may need confirmation. */
function BeginListener({ onBegin, children }: { onBegin: () => void; children: ReactNode }) {
  return <div {...beginHandlers(onBegin)}>{children}</div>
}

export function beginHandlers(onBegin: () => void) {
  return {
    onChangeCapture: onBegin,
    onSubmitCapture: onBegin,
    onClickCapture({ target }: { target: EventTarget }) {
      if ((target as Element).closest('form button')) onBegin()
    },
  }
}

type Asks = 'always' | 'when begun' | 'never'
/** Returns whether leaving a deposit needs confirmation, as configured in content; always by default. */
function useAsksBeforeLeaving(): Asks {
  const locale = useLocale()
  const { data } = useApi('GET /api/content/{locale}/{directory}', { params: { locale, directory: 'modals' } })
  return asksBeforeLeaving(data?.['cancel-deposit'] as CancelSettings | undefined)
}

/** Whether closing the wallet now needs confirmation: not a withdrawal, nor a deposit whose end is shown. */
export function mustAsk(
  asks: Asks,
  { side, hasBegun, isEndShown }: { side: Side; hasBegun: boolean; isEndShown: boolean },
): boolean {
  if (side !== 'deposit' || isEndShown) return false
  return asks === 'always' || (asks === 'when begun' && hasBegun)
}

type CancelSettings = { isShown?: boolean; whenBegun?: boolean }
export function asksBeforeLeaving(settings: CancelSettings | undefined): Asks {
  if (settings?.isShown === false) return 'never'
  return settings?.whenBegun === true ? 'when begun' : 'always'
}

export const modal: ModalModule = {
  View: WalletModal,
  labels: ['wallet', 'bonuses', 'limits', 'addresses'],
}
