import { expect, test } from 'vitest'
import type { DepositBonus, PlayerBonus, PlayerFreespin } from '#contract/bonuses.ts'
import { partsOf } from './package-parts.ts'

const offer = (id: string, packageId: string | null) =>
  ({ id, name: id, package: packageId && { id: packageId, name: packageId } }) as DepositBonus
const bonus = (id: string, status: number, day: number, packageId: string | null = 'welcome') =>
  ({
    id,
    name: id,
    status,
    result: status === 3 ? 2 : 1,
    packageId,
    createdAt: `2026-11-0${day}T00:00:00.000Z`,
  }) as PlayerBonus
const spins = (id: string, status: number, day: number) => bonus(id, status, day) as unknown as PlayerFreespin

test('partsOf returns active, issued, offered and finished bonuses of a package in this order', () => {
  const parts = partsOf('welcome', {
    offers: [offer('second', 'welcome'), offer('reload', null), offer('third', 'welcome'), offer('other', 'weekend')],
    bonuses: [bonus('ended-first', 3, 1), bonus('waits', 1, 4), bonus('runs', 2, 2), bonus('single', 2, 3, null)],
    freespins: [spins('ended-last', 3, 5), spins('spins-wait', 1, 6)],
  })
  expect(parts.map(({ key, state }) => `${key} ${state}`)).toEqual([
    'runs open',
    'spins-wait open',
    'waits open',
    'second offered',
    'third offered',
    'ended-last over',
    'ended-first over',
  ])
})

test('partsOf returns nothing for an unknown package', () => {
  expect(
    partsOf('gone', { offers: [offer('second', 'welcome')], bonuses: [bonus('runs', 2, 1)], freespins: [] }),
  ).toEqual([])
})
