import { expect, test } from 'vitest'
import type { PaymentMethod } from '#contract/payments.ts'
import { nameApart } from './name-apart.ts'
import { type Offered, serveOffers } from './offers.ts'
import type { PaymentPartner } from './port.ts'

type Names = Record<string, string>
const offer = (method: string, names: Names, more: Partial<Offered> = {}): Offered => ({
  direction: 'deposit',
  currency: 'EUR',
  countries: null,
  gatewayMethod: method,
  ...more,
  method: { method, names } as PaymentMethod,
})
const gateway = (name: string, ...offers: Offered[]) => ({ name, offers })
const namesOf = (gateways: Array<{ offers: Offered[] }>) =>
  gateways.map(({ offers }) => offers.map(({ method }) => method.names))

test('two gateways with a method of one name have their own names behind it, in every locale', () => {
  const both = [
    gateway('North', offer('n.card', { en: 'Card', de: 'Karte' }), offer('n.bank', { en: 'Bank' })),
    gateway('South', offer('s.card', { en: 'CARD' })),
  ]
  expect(namesOf(nameApart(both, []))).toEqual([
    [{ en: 'Card (North)', de: 'Karte (North)' }, { en: 'Bank' }],
    [{ en: 'CARD (South)' }],
  ])
})

test('a locale without a text of its own is compared by the English one', () => {
  const of = (names: Names) =>
    namesOf(
      nameApart([gateway('North', offer('n', { en: 'Card', de: 'Zahlung' })), gateway('South', offer('s', names))], []),
    )
  expect(of({ en: 'Zahlung' })).toEqual([[{ en: 'Card (North)', de: 'Zahlung (North)' }], [{ en: 'Zahlung (South)' }]])
  expect(of({ en: 'Payment' })).toEqual([[{ en: 'Card', de: 'Zahlung' }], [{ en: 'Payment' }]])
})

test('methods that no player sees side by side keep their names', () => {
  const card = { en: 'Card' }
  const alone = (other: Partial<Offered>) =>
    namesOf(nameApart([gateway('North', offer('n', card)), gateway('South', offer('s', card, other))], []))
  expect(alone({ currency: 'USD' })).toEqual([[card], [card]])
  expect(alone({ direction: 'withdrawal' })).toEqual([[card], [card]])
  // Two methods of one gateway are its own choice.
  expect(namesOf(nameApart([gateway('North', offer('a', card), offer('b', card))], []))).toEqual([[card, card]])
})

test('a method has one name in every currency and direction in which it is offered', () => {
  const card = { en: 'Card' }
  const north = gateway('North', offer('n', card), offer('n', card, { direction: 'withdrawal', currency: 'USD' }))
  expect(namesOf(nameApart([north, gateway('South', offer('s', card))], []))[0]).toEqual([
    { en: 'Card (North)' },
    { en: 'Card (North)' },
  ])
})

test('a partner with the name already counts in its direction, and keeps its own name', () => {
  const card = { en: 'Card' }
  const partner = serveOffers([offer('p', card, { direction: 'withdrawal' })]) as unknown as PaymentPartner
  const of = (direction: Offered['direction']) =>
    namesOf(nameApart([gateway('North', offer('n', card, { direction }))], [partner]))
  expect(of('withdrawal')).toEqual([[{ en: 'Card (North)' }]])
  expect(of('deposit')).toEqual([[card]])
})
