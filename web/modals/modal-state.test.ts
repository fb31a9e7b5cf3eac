import { expect, test } from 'vitest'
import { type ModalKey, modals } from '../modals.ts'
import { fileOf, modalChunks } from './modal-modules.ts'
import { readModals, withModal, withoutModal, withoutModals } from './modal-state.ts'

const guest = { isSignedIn: false, restrictType: null, isLoyaltyEnabled: true }
const player = { ...guest, isSignedIn: true }
const keys = (search: string, visitor: Parameters<typeof readModals>[1]) =>
  readModals(search, visitor).open.map(({ key }) => key)

// Shows: 2.2.4, 2.2.5, 2.2.7, 6.1.1
test("the table has the specification's keys with their access", () => {
  const of = (access: string) =>
    Object.entries(modals)
      .filter(([, entry]) => entry.access === access)
      .map(([key]) => key)
      .sort()
  expect(of('guest')).toEqual(['forgot-pass', 'reset-pass', 'sign-in', 'sign-up'])
  expect(of('all')).toEqual([
    'cancel-deposit',
    'categories',
    'demo-game',
    'geo-restricted-game',
    'geo-restricted-type',
    'loyalty-earn',
    'mobile-game',
    'profile-confirmed',
    'providers',
    'sign-up-cancel',
    'success',
  ])
  // These modals are not in the specification.
  const additional = ['withdrawal-requested', 'reality-check', 'tournament-entry']
  expect(of('player').filter((key) => !additional.includes(key))).toEqual([
    'add-cash-limit',
    'bonus-cancel-lock',
    'bonus-confirm-action',
    'bonus-details',
    'cancel-active-bonus',
    'cancel-issued-bonus',
    'cancel-unsettled-bonus',
    'change-active-bonus',
    'deposit-error',
    'deposit-pending',
    'deposit-redirect',
    'deposit-success',
    'edit-cash-limit',
    'equivalent-currency',
    'game-limit-reached',
    'loyalty-level',
    'max-bets',
    'package-bonus',
    'quest-rewards',
    'quest-task-games',
    'quest-tasks',
    'quests-hub',
    'restricted-bets',
    'self-exclusion-limit',
    'turn-over-wager',
    'wallet',
    'wallet-bonus-info',
    'wallet-region',
  ])
})

// Shows: 2.2.6
test('the modals to change and cancel bonuses load the same view', () => {
  for (const key of ['change-active-bonus', 'cancel-active-bonus', 'cancel-issued-bonus'] as const)
    expect(fileOf(key)).toBe(fileOf('bonus-confirm-action'))
})

test('each key has a view, and each view has a key', () => {
  const files = new Set((Object.keys(modals) as ModalKey[]).map(fileOf))
  expect(Object.keys(modalChunks).toSorted()).toEqual([...files].toSorted())
})

// Shows: 2.2.1, 2.2.2, 2.2.4, 2.2.5, 2.2.7
test('every key opens its modal for those who have access to it, and is removed for others', () => {
  for (const [key, { access }] of Object.entries(modals)) {
    const search = `?${key}=${key === 'wallet' ? 'deposit' : 'true'}`
    const isOpenTo = [guest, player].map((visitor) => keys(search, visitor).length === 1)
    expect([key, ...isOpenTo]).toEqual([key, access !== 'player', access !== 'guest'])
    for (const visitor of [guest, player])
      expect(readModals(search, visitor).search).toBe(keys(search, visitor).length === 1 ? search : '')
  }
})

// Shows: 2.2.2, 6.1.1
test('readModals does not open a modal without access and removes only its key from the query', () => {
  expect(readModals('?wallet=deposit&page=2', guest)).toEqual({ open: [], search: '?page=2' })
  expect(readModals('?sign-in=true&page=2', player)).toEqual({ open: [], search: '?page=2' })
  expect(readModals('?sign-in=true&page=2', guest)).toEqual({
    open: [{ key: 'sign-in', value: 'true' }],
    search: '?sign-in=true&page=2',
  })
})

test('readModals returns a query without modals unchanged', () => {
  for (const search of ['', '?', '?page=2&stag=a%20b', '?q=%E2%82%AC+x&q=2', '?utm_source=x&gclid='])
    for (const visitor of [guest, player]) expect(readModals(search, visitor)).toEqual({ open: [], search })
})

// Shows: 2.2.3
test('the wallet opens only with the values deposit and withdraw', () => {
  expect(keys('?wallet=deposit', player)).toEqual(['wallet'])
  expect(keys('?wallet=withdraw', player)).toEqual(['wallet'])
  expect(readModals('?wallet=everything', player)).toEqual({ open: [], search: '' })
})

// Shows: 2.2.2
test('of a duplicate key only the first available one is opened and kept in the query', () => {
  expect(readModals('?quests-hub=1&page=2&quests-hub=2', player)).toEqual({
    open: [{ key: 'quests-hub', value: '1' }],
    search: '?quests-hub=1&page=2',
  })
  expect(readModals('?wallet=everything&wallet=deposit', player)).toEqual({
    open: [{ key: 'wallet', value: 'deposit' }],
    search: '?wallet=deposit',
  })
})

// Shows: 2.2.8
test('with restrictType 2, sign-in and sign-up are replaced by one explanation modal', () => {
  expect(readModals('?sign-in=true&page=2&sign-up=true', { ...guest, restrictType: 2 })).toEqual({
    open: [{ key: 'geo-restricted-type', value: 'true' }],
    search: '?geo-restricted-type=true&page=2',
  })
  expect(withoutModal('?geo-restricted-type=true&page=2', 'geo-restricted-type')).toBe('?page=2')
})

// Shows: 2.2.8
test.each(['sign-in', 'sign-up'] as const)('%s opens geo-restricted-type with restrictType 2 only', (key) => {
  const opened = ([2, 1, null] as const).map((restrictType) => keys(`?${key}=true`, { ...guest, restrictType }))
  expect(opened).toEqual([['geo-restricted-type'], [key], [key]])
  // The other modals of guests explain nothing that is prohibited.
  expect(keys('?forgot-pass=true&reset-pass=true', { ...guest, restrictType: 2 })).toEqual([
    'forgot-pass',
    'reset-pass',
  ])
})

// Shows: 2.2.8
test('with restrictType 2, the keys sign-in and sign-up are removed for a player', () => {
  const visitor = { ...player, restrictType: 2 } as const
  expect(readModals('?sign-in=true&page=2', visitor)).toEqual({ open: [], search: '?page=2' })
  expect(keys('?geo-restricted-type=true', visitor)).toEqual(['geo-restricted-type'])
})

// Shows: 1.4.2
test('without loyalty, its modals are not opened and their keys are removed', () => {
  const search = '?loyalty-earn=true&page=2&loyalty-level=3'
  expect(keys(search, player)).toEqual(['loyalty-earn', 'loyalty-level'])
  expect(readModals(search, { ...player, isLoyaltyEnabled: false })).toEqual({ open: [], search: '?page=2' })
})

test('withoutModals removes all modals and keeps the rest of the query', () => {
  expect(withoutModals('?wallet=deposit&page=2&sign-in=true')).toBe('?page=2')
  expect(withoutModals('?page=2')).toBe('?page=2')
})

// Shows: 2.2.1
test('the stack has the order of the keys in the query', () => {
  expect(keys('?wallet=deposit&equivalent-currency=true', player)).toEqual(['wallet', 'equivalent-currency'])
  expect(withModal('?wallet=deposit', 'equivalent-currency')).toBe('?wallet=deposit&equivalent-currency=true')
  expect(withModal('?sign-in=true&a=1', 'sign-up', 'true', 'sign-in')).toBe('?a=1&sign-up=true')
  // One that is open already comes to the top, with its new value.
  expect(withModal('?wallet=deposit&equivalent-currency=true', 'wallet', 'withdraw')).toBe(
    '?equivalent-currency=true&wallet=withdraw',
  )
})
