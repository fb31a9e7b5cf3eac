import { useState } from 'react'
import { expect, test } from 'vitest'
import type { MethodField } from '#contract/payments.ts'
import { hooks } from '#tests/setup/hook.tsx'
import { apiKey } from '../../api/use-api.ts'
import { useAccountsMenu } from '../../features/wallet/wallet-pill.tsx'
import { useFunnel } from '../wallet.tsx'
import { useMethodValues } from './use-method-values.ts'
import { usePromoCode } from './use-promo-code.ts'

const run = hooks()
const account = (currency: string) => ({ id: currency, currency, status: 1, version: 1 })

// Shows: 2.5.1, 4.14.2
test('the wallet measures its opening once, each change of its tab with the type chosen, and its closing', async () => {
  const page = await run(
    () => {
      const [side, show] = useState<'withdraw' | 'deposit'>('withdraw')
      return { show, change: useFunnel(side) }
    },
    { search: '?wallet=withdraw&view=grid', answers: [[apiKey('GET /api/wallet/accounts'), [account('USDT')]]] },
  )
  await page.perform(({ change }) => change('deposit'))
  expect(page.address).toBe('/?view=grid&wallet=deposit')
  await page.perform(({ show }) => show('deposit'))
  await page.perform(({ change }) => change('withdraw'))
  const step = (name: string, walletOperationType: string) => ({
    event: 'wallet',
    step: name,
    walletOperationType,
    walletType: 'crypto',
  })
  expect(page.events).toEqual([
    step('open', 'withdraw'),
    step('type change', 'deposit'),
    step('type change', 'withdraw'),
  ])
  await page.close()
  expect(page.events.at(-1)).toEqual(step('close', 'deposit'))
  expect(page.events).toHaveLength(4)
})

// Shows: 4.14.2
test('the balance measures each opening of its menu', async () => {
  const page = await run(useAccountsMenu)
  expect([page.current.hasOpened, page.events]).toEqual([false, []])
  await page.perform(({ open }) => open())
  await page.perform(({ open }) => open())
  expect(page.current.hasOpened).toBe(true)
  expect(page.events).toEqual([
    { event: 'balance', step: 'open' },
    { event: 'balance', step: 'open' },
  ])
})

// Shows: 4.14.2
test('the choice of a network is measured, other fields are not', async () => {
  const field = (key: string) =>
    ({ key, labels: {}, options: [], isRequired: true, regexp: null }) as unknown as MethodField
  const fields = [field('crypto_network'), field('phone')]
  const page = await run(() => useMethodValues(fields))
  await page.perform(({ set }) => set('phone', '4915124000001'))
  await page.perform(({ set }) => set('crypto_network', 'tron'))
  expect(page.current.values).toEqual({ crypto_network: 'tron', phone: '4915124000001' })
  expect(page.events).toMatchObject([{ event: 'wallet', step: 'network' }])
})

// Shows: 4.14.2, 7.5.2, 8.7.2
test('a promo code is measured when it is sent, tried for registration and then for deposits, and can be taken back', async () => {
  const page = await run(usePromoCode, {
    answer: ({ body }) => ({ body: { status: (body as { trigger?: number }).trigger === 3 ? 4 : 3 } }),
  })
  expect(await page.perform(({ add }) => add('HARBOUR'))).toBe(false)
  expect(page.events).toMatchObject([{ event: 'wallet', step: 'promoSent' }])
  expect(page.alerts).toEqual(['This code is not available'])
  await page.perform(({ remove }) => remove({ playerBonusCodeId: 'c1' } as never))
  expect(page.calls).toEqual([
    { route: 'POST /api/game/bonuses/bonuscodes', body: { bonusCode: 'HARBOUR', trigger: 1 } },
    { route: 'POST /api/game/bonuses/bonuscodes', body: { bonusCode: 'HARBOUR', trigger: 3 } },
    { route: 'DELETE /api/game/bonuses/bonuscodes', body: { playerBonusCodeId: 'c1' } },
  ])
})
