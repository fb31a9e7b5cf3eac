import { expect, test, vi } from 'vitest'
import { hooks } from '#tests/setup/hook.tsx'
import { ModalHost } from './modal-host.tsx'
import { useModal } from './use-modal.tsx'

const run = hooks()
const init = { config: { isLoyaltyEnabled: false } }

// Shows: 2.2.2
test.each([
  [false, '?wallet=deposit&page=2', '/?page=2'],
  [true, '?sign-in=true&page=2&wallet=everything', '/?page=2'],
  [true, '?loyalty-level=3&page=2', '/?page=2'],
  [true, '?wallet=deposit&page=2', '/?wallet=deposit&page=2'],
  [true, '?wallet=withdraw&page=2', '/?wallet=withdraw&page=2'],
  [false, '?sign-up=true&page=2', '/?sign-up=true&page=2'],
])('signed in: %s, %s becomes %s on load', async (isSignedIn, search, address) => {
  const page = await run(ModalHost, { isSignedIn, search, init })
  expect(page.address).toBe(address)
})

// Shows: 2.2.8
test.each([
  [2, 'sign-in', '/?page=2&geo-restricted-type=true'],
  [2, 'sign-up', '/?page=2&geo-restricted-type=true'],
  [1, 'sign-in', '/?page=2&sign-in=true'],
  [null, 'sign-up', '/?page=2&sign-up=true'],
] as const)('with restrictType %s, opening %s leads to %s', async (restrictType, key, address) => {
  const page = await run(
    () => {
      ModalHost()
      return useModal()
    },
    { isSignedIn: false, search: '?page=2', init: { ...init, restrictType } },
  )
  await page.perform(({ open }) => open(key))
  expect(page.address).toBe(address)
})

// Shows: 2.2.1, 2.2.2
test('a modal that becomes unavailable loses its key', async () => {
  const page = await run(ModalHost, { search: '?page=2', init })
  expect(page.address).toBe('/?page=2')
  const other = await run(
    () => {
      ModalHost()
      return useModal()
    },
    { search: '?page=2', init },
  )
  const added = vi.spyOn(history, 'pushState')
  await other.perform(({ open }) => open('sign-in'))
  expect(other.address).toBe('/?page=2')
  // "Back" leads to no address with the key.
  expect(added).toHaveBeenCalledTimes(1)
  await other.perform(({ open }) => open('wallet', 'withdraw'))
  expect(other.address).toBe('/?page=2&wallet=withdraw')
})

// Shows: 2.2.1
test('a modal of the first address closes without leaving the page, and one can replace another', async () => {
  const page = await run(useModal, {
    path: '/games/dice',
    search: '?wallet=deposit&page=2&deposit-bonus=welcome',
    init,
  })
  await page.perform(({ close }) => close('sign-up'))
  expect(page.address).toBe('/games/dice?wallet=deposit&page=2&deposit-bonus=welcome')
  const added = vi.spyOn(history, 'pushState')
  await page.perform(({ open }) => open('deposit-pending', 'i1', { instead: 'wallet', query: { view: 'grid' } }))
  expect(page.address).toBe('/games/dice?page=2&deposit-bonus=welcome&deposit-pending=i1&view=grid')
  expect(added).not.toHaveBeenCalled()
  await page.perform(({ close }) => close('deposit-pending'))
  expect(page.address).toBe('/games/dice?page=2&deposit-bonus=welcome&view=grid')
})
