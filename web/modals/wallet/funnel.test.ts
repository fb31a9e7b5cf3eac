import { expect, test } from 'vitest'
import { measuredEvents } from '#tests/setup/measured-events.ts'
import { enterWallet, leaveWallet, trackWallet, type WalletStep } from './funnel.ts'

const measured = measuredEvents()

// Shows: 3.27.1, 4.14.2
test('each step of the wallet is tracked with tab and kind of currency, which its own data may override', () => {
  const events = measured()
  const steps: WalletStep[] = ['network', 'selectBonus', 'declineBonuses', 'method', 'sent', 'promoOpen', 'promoSent']
  enterWallet('deposit', 'crypto')
  for (const step of steps) trackWallet(step)
  trackWallet('type change', { walletOperationType: 'withdraw' })
  enterWallet('withdraw', 'fiat')
  trackWallet('method')
  leaveWallet()
  enterWallet('deposit', 'fiat')
  const deposit = { event: 'wallet', walletOperationType: 'deposit', walletType: 'crypto' }
  const withdrawal = { event: 'wallet', walletOperationType: 'withdraw', walletType: 'fiat' }
  expect(events()).toEqual([
    { ...deposit, step: 'open' },
    ...steps.map((step) => ({ ...deposit, step })),
    { ...deposit, step: 'type change', walletOperationType: 'withdraw' },
    { ...withdrawal, step: 'method' },
    { ...withdrawal, step: 'close' },
    { ...deposit, step: 'open', walletType: 'fiat' },
  ])
  leaveWallet()
})
