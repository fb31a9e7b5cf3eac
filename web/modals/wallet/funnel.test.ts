import { expect, test } from 'vitest'
import { measuredEvents } from '#tests/setup/measured-events.ts'
import { beginWalletFunnel, trackWallet, type WalletStep } from './funnel.ts'

const measured = measuredEvents()

// Shows: 3.27.1, 4.14.2
test('each step of the wallet is tracked with tab and kind of currency, which its own data may override', () => {
  const events = measured()
  const steps: WalletStep[] = [
    'open',
    'network',
    'selectBonus',
    'declineBonuses',
    'method',
    'sent',
    'close',
    'promoOpen',
    'promoSent',
  ]
  beginWalletFunnel('deposit', 'crypto')
  for (const step of steps) trackWallet(step)
  trackWallet('type change', { walletOperationType: 'withdraw' })
  beginWalletFunnel('withdraw', undefined)
  trackWallet('open')
  const common = { event: 'wallet', walletOperationType: 'deposit', walletType: 'crypto' }
  expect(events()).toEqual([
    ...steps.map((step) => ({ ...common, step })),
    { ...common, step: 'type change', walletOperationType: 'withdraw' },
    { event: 'wallet', step: 'open', walletOperationType: 'withdraw' },
  ])
})
