import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Account } from '#contract/wallet.ts'
import type { Navigator } from '../../render/navigate.ts'
import { announceRounds, delayedBalances, holdOf, withHold } from '../wallet/held-balance.ts'
import { onWon } from './on-won.ts'
import { wonPots } from './won-pots.ts'

const alerts = vi.hoisted(() => [] as unknown[])
vi.mock('../alerts/raise-alert.ts', () => ({
  raiseAlert: async (_navigator: unknown, file: string, name: string, values: object) =>
    void alerts.push({ file, name, ...values }),
}))
const shown = vi.hoisted(() => ({ isOnStage: true, pots: [] as unknown[] }))
vi.mock('./won-pots.ts', () => ({
  wonPots: { show: (won: unknown) => shown.isOnStage && shown.pots.push(won) > 0, dismiss: () => {} },
}))

const invalidated: string[] = []
const navigator = {
  visitor: { locale: 'en' },
  loader: {
    client: {
      invalidateQueries: async ({ queryKey }: { queryKey: string[] }) => void invalidated.push(queryKey[0]!),
      getQueryData: () => undefined,
    },
    labels: { load: async () => {}, translator: () => (key: string) => key },
  },
} as unknown as Navigator
const won = { currency: 'EUR', level: 'mini', amount: 5000, roundId: 'one' } as const
const account: Account = {
  id: '01990000-0000-7000-8000-000000000001',
  currency: 'EUR',
  balance: 1000,
  bonusBalance: 0,
  roundsNet: 0,
  withdrawalBalance: 1000,
  lockedBalance: 0,
  vaultBalance: 0,
  status: 1,
  version: 1,
}
beforeEach(() => {
  alerts.length = 0
  shown.pots = []
  shown.isOnStage = true
  invalidated.length = 0
})
afterEach(() => delayedBalances.clear())

test('a won pot is shown with the result of its round, not before, and no held figure hides the prize', async () => {
  const rounds = announceRounds('player')
  rounds.begin([account], { playId: 'one', currency: 'EUR', stake: 100, sideStake: 10 })
  const telling = onWon(navigator, won)
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect([shown.pots, invalidated]).toEqual([[], []])
  rounds.end('one', -100)
  await telling
  expect(shown.pots).toEqual([won])
  expect(invalidated).toContain('GET /api/game/jackpots/{currency}/own')
  expect(delayedBalances.of('EUR')).toBeUndefined()
  expect(alerts).toEqual([])
  rounds.close()
})

test('without a game on the page, an alert tells it', async () => {
  shown.isOnStage = false
  await onWon(navigator, won)
  expect(alerts).toEqual([{ file: 'games', name: 'jackpotWon', level: 'level_mini', amount: 'EUR' }])
  expect(wonPots.show(won)).toBe(false)
})

test('the balance during a round is without stake and side stake, which only cash that covers both pays', () => {
  const during = (changed: Partial<Account>, stake: number) => {
    const before = { ...account, ...changed }
    return withHold(before, holdOf(before, { playId: 'one', stake, sideStake: 10 })).balance
  }
  expect(during({}, 100)).toBe(890)
  expect(during({ balance: 110 }, 100)).toBe(0)
  expect(during({ balance: 109 }, 100)).toBe(9)
  expect(during({ bonusBalance: 900 }, 100)).toBe(900)
  // A free spin, or a round that is resumed.
  expect(during({}, 0)).toBe(1000)
})
