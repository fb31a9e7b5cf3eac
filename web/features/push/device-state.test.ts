import { afterEach, expect, test } from 'vitest'
import { type Device, readState, switchOff, switchOn } from './device-state.ts'

let calls: string[] = []
const site = {
  store: async (body: { endpoint: string; receivesOffers: boolean }) => {
    calls.push(`store ${JSON.stringify(body)}`)
    return { publicKey: 'key', subscription: body }
  },
  remove: async () => {
    calls.push('remove')
    return { publicKey: 'key', subscription: null }
  },
}
afterEach(() => {
  calls = []
})

/** A fake of the browser's push manager. */
function browser({ endpoint, key = 'key' }: { endpoint?: string; key?: string } = {}, overrides: Partial<Device> = {}) {
  let held = endpoint ? { endpoint, key } : null
  const subscription = () =>
    held && {
      endpoint: held.endpoint,
      toJSON: () => ({ keys: { p256dh: 'p', auth: 'a' } }),
      unsubscribe: async () => {
        held = null
        return true
      },
    }
  const pushManager = {
    getSubscription: async () => subscription(),
    async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
      if (held && held.key !== applicationServerKey) throw new DOMException('another key', 'InvalidStateError')
      held ??= { endpoint: 'https://push.example.com/new', key: applicationServerKey }
      return subscription()
    },
  }
  const device = { isCapable: true, registration: { pushManager }, permission: 'granted', ...overrides }
  return { device: device as unknown as Device, held: () => held }
}
const push = (endpoint?: string) => ({
  publicKey: 'key',
  subscription: endpoint ? { endpoint, receivesOffers: true } : null,
})

test('readState returns unsupported, blocked, off or on, and null without a service worker', async () => {
  const kinds = async (device: Device, site = push('https://push.example.com/a')) =>
    (await readState(device, site))?.kind
  expect(await kinds(browser({}, { isCapable: false }).device)).toBe('unsupported')
  expect(await kinds(browser({}, { registration: null }).device)).toBeUndefined()
  expect(await kinds(browser({}, { permission: 'denied' }).device)).toBe('blocked')
  expect(await kinds(browser().device)).toBe('off')
  expect(await kinds(browser({ endpoint: 'https://push.example.com/b' }).device)).toBe('off')
  const own = browser({ endpoint: 'https://push.example.com/a' }).device
  expect(await readState(own, push('https://push.example.com/a'))).toEqual({ kind: 'on', receivesOffers: true })
  expect(await kinds(own, push())).toBe('off')
  expect(await kinds(own, { publicKey: null, subscription: null } as never)).toBeUndefined()
})

test('switching on stores the new subscription, and replaces one with an old key', async () => {
  const old = browser({ endpoint: 'https://push.example.com/old', key: 'old key' })
  expect(await switchOn(old.device, push(), false, site)).toMatchObject({
    subscription: { endpoint: 'https://push.example.com/new', receivesOffers: false },
  })
  expect(calls).toEqual([
    'store {"endpoint":"https://push.example.com/new","p256dh":"p","auth":"a","receivesOffers":false}',
  ])
})

test('switching on returns null and stores nothing if the permission is refused', async () => {
  const { device } = browser()
  const refusing = {
    ...device,
    registration: { pushManager: { subscribe: () => Promise.reject(new DOMException('no', 'NotAllowedError')) } },
  } as unknown as Device
  expect(await switchOn(refusing, push(), false, site)).toBeNull()
  expect(calls).toEqual([])
})

test('switching off removes the subscription from server and browser', async () => {
  const { device, held } = browser({ endpoint: 'https://push.example.com/a' })
  await switchOff(device, site)
  expect(calls).toEqual(['remove'])
  expect(held()).toBeNull()
})
