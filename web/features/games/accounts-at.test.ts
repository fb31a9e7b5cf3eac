import { expect, test } from 'vitest'
import type { Account } from '#contract/wallet.ts'
import { holdOf, withHold } from '../wallet/held-balance.ts'
import { accountsAt } from './accounts-at.ts'

const account = (balance: number, roundsNet: number): Account => ({
  id: '01990000-0000-7000-8000-000000000001',
  currency: 'EUR',
  balance,
  bonusBalance: 0,
  roundsNet,
  withdrawalBalance: balance,
  lockedBalance: 0,
  vaultBalance: 0,
  status: 1,
  version: 1,
})
const before = { accounts: [account(1000, -50)], at: 10 }
const pressedAt = 20

test('a stake is subtracted once if the new balance was read before the message of the bet', () => {
  const answered = { accounts: [account(900, -150)], at: 30 }
  const [shown] = accountsAt([before, answered], pressedAt)
  expect(withHold(answered.accounts[0]!, holdOf(shown!, { playId: 'one', stake: 100 })).balance).toBe(900)
})

test('a win that was read together with its bet is not shown yet, but a later deposit is', () => {
  const won = { accounts: [account(1900, 850)], at: 30 }
  const funded = { accounts: [account(6900, 850)], at: 40 }
  const [shown] = accountsAt([before, won, funded], pressedAt)
  expect(withHold(funded.accounts[0]!, holdOf(shown!, { playId: 'one', stake: 100 })).balance).toBe(5900)
})

test('accountsAt returns the latest reading before the time, or the oldest if there is none', () => {
  const later = { accounts: [account(1100, 50)], at: 15 }
  expect(accountsAt([before, later], pressedAt)).toBe(later.accounts)
  expect(accountsAt([before, later], 5)).toBe(before.accounts)
  expect(accountsAt([], pressedAt)).toEqual([])
})
