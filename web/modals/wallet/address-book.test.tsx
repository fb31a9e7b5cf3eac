import { expect, test, vi } from 'vitest'
import { labelsOf } from '#tests/setup/content.ts'
import { type Answering, type ShownView, views } from '#tests/setup/hook.tsx'
import { AddressBook } from './address-book.tsx'

const show = views()
const words = labelsOf('addresses')
type Props = Parameters<typeof AddressBook>[0]
const method = {
  method: 'chain.btc',
  fields: [{ key: 'wallet_id', isRequired: true, options: [], labels: {}, hints: {} }],
} as unknown as Props['method']
const address = (id: string, part: object = {}) => ({
  id,
  name: `Address ${id}`,
  method: 'chain.btc',
  network: null,
  fields: { wallet_id: `${id}-0123456789abcdefghijkl` },
  trustedFrom: '2000-11-20T12:00:00.000Z',
  ...part,
})
const entered = (wallet: string, missing: string | null = null) => {
  const set = vi.fn()
  return { set, values: { wallet_id: wallet }, missing, faults: {} } as unknown as Props['entered'] & {
    set: typeof set
  }
}
const book = async (values: Props['entered'], saved: object[], posts: Answering = () => ({})) =>
  show(<AddressBook method={method} currency="BTC" country="DE" entered={values} />, {
    answer: (call) => (call.route.startsWith('GET') ? { body: saved } : posts(call)),
  })
const written = ({ calls }: ShownView) => calls.filter(({ route }) => !route.startsWith('GET'))

// Shows: 2.5.21
test('saved addresses of the method fill the form, in their short form, and new ones say so', async () => {
  const values = entered(' a-0123456789abcdefghijkl ')
  const later = { trustedFrom: '2100-11-20T12:00:00.000Z' }
  const page = await book(values, [address('a'), address('b', later), address('c', { method: 'chain.eth' })])
  expect(page.text).toContain('a-012345…efghijkl')
  expect(page.text).not.toContain('Address c')
  expect(page.text.split(words.newSince!)).toHaveLength(2)
  const row = (name: string) => page.find(`Address ${name}${name}-012345…efghijkl`)
  expect(row('a').getAttribute('aria-pressed')).toBe('true')
  expect(page.has(words.save!)).toBe(false)
  await page.press('Address aa-012345…efghijkl')
  expect(values.set).toHaveBeenCalledExactlyOnceWith('wallet_id', 'a-0123456789abcdefghijkl')
  await page.press(words.remove!.replace('{name}', 'Address a'))
  expect(written(page).map(({ route }) => route)).toEqual(['DELETE /api/payment/addresses/a'])
})

// Shows: 2.5.21
test('a complete address is saved under a name, also by Enter, which does not send the form around it', async () => {
  const page = await book(entered('new-address'), [])
  await page.press(words.save!)
  expect(page.find(words.saveNow!).disabled).toBe(true)
  const field = () => page.find(words.name!)
  await page.enter(words.name!, 'Mine')
  await page.fire(field(), 'keydown', { key: 'a' })
  expect(written(page)).toEqual([])
  let isKept = true
  await page.perform(() => void (isKept = field().dispatch('keydown', { key: 'Enter' })))
  expect(isKept).toBe(false)
  const body = {
    name: 'Mine',
    method: 'chain.btc',
    currency: 'BTC',
    country: 'DE',
    fields: { wallet_id: 'new-address' },
  }
  expect(written(page)).toEqual([{ route: 'POST /api/payment/addresses', body }])
  expect(page.has(words.name!)).toBe(false)
})

// Shows: 2.5.21
test.each([
  ['addressExists', 'fault_addressExists'],
  ['validation', 'fault_nameInvalid'],
])('an address that is refused with %s keeps its name', async (name, label) => {
  const page = await book(entered('new-address'), [], () => ({ status: 422, body: { error: { name } } }))
  await page.press(words.save!)
  await page.enter(words.name!, 'Mine')
  await page.press(words.saveNow!)
  expect(page.text).toContain(words[label])
  expect(page.find(words.name!).value).toBe('Mine')
  await page.press(words.cancel!)
  expect(page.has(words.save!)).toBe(true)
})

// Shows: 2.5.21
test('an incomplete address is not offered to be saved, and one that is gone counts as removed', async () => {
  expect((await book(entered('', 'wallet_id'), [])).text).toBe('')
  const page = await book(entered('x', 'wallet_id'), [address('a')], () => ({
    status: 404,
    body: { error: { name: 'addressNotFound' } },
  }))
  expect(page.has(words.save!)).toBe(false)
  await page.press(words.remove!.replace('{name}', 'Address a'))
  expect(page.alerts).toEqual([])
})
