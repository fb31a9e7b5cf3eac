import { expect, test } from 'vitest'
import type { Rates } from '../reference/index.ts'
import { currencyFault, spinsFault, spinStake } from './spin-stakes.ts'

/** lantern-harbor accepts multiples of 0.10 from 0.10 to 100.00 in euros. */
const spins = (base: string, items: Record<string, string> = {}, gameId = 'lantern-harbor') =>
  ({ gameId, amount: { base, items } }) as unknown as Parameters<typeof spinStake>[0]
const rates = { EUR: 1, USD: 1.0815, BRL: 6.2, BTC: 0.00001, USDT: 1.09 } as unknown as Rates

test('a converted stake is rounded up to one that the game accepts', () => {
  expect(spinStake(spins('0.20'), 'EUR', rates)).toBe(20n)
  // 21.63 and 10.815 cents.
  expect(spinStake(spins('0.20'), 'USD', rates)).toBe(30n)
  expect(spinStake(spins('0.10'), 'USD', rates)).toBe(20n)
  expect(spinStake(spins('0.20', { USD: '0.40' }), 'USD', rates)).toBe(40n)
})

test('a stake below the lowest of the game becomes it, and one above the highest too', () => {
  // The lowest stake in reais is 10 coins of five centavos.
  expect(spinStake(spins('0.05'), 'BRL', rates)).toBe(50n)
  expect(spinStake(spins('100'), 'USD', rates)).toBe(10_000n)
})

test('a game of another studio has the stake as converted', () => {
  expect(spinStake(spins('0.20', {}, 'of-another-studio'), 'USD', rates)).toBe(22n)
  expect(spinsFault(spins('0.13', {}, 'of-another-studio'))).toBeNull()
  expect(currencyFault(spins('0.13', {}, 'of-another-studio'), 'XYZ')).toBeNull()
})

test('the first fault of the amounts is named, and amounts that the game accepts have none', () => {
  expect(spinsFault(spins('0.20', { USD: '0.30', BRL: '100.00' }))).toBeNull()
  expect(spinsFault(spins('0.20', { USD: '0.35' }))).toMatch(/^spinStake: .*, not 0\.35 USD$/)
  expect(spinsFault(spins('100.10'))).toMatch(/^spinStake: .* to €100\.00, not 100\.10 EUR$/)
  expect(spinsFault(spins('0.20', { XYZ: '1' }))).toBe('spinCurrency: lantern-harbor does not accept XYZ')
  expect(spinsFault(spins('1', {}, 'blackjack'))).toMatch(/^oneStake: /)
})
