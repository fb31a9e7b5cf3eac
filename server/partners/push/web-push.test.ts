import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pushBrowser, pushReceiver, type PushReceiver } from '#tests/setup/push-receiver.ts'
import { encryptPush, maxPayloadBytes } from './encrypt.ts'
import { isPushEndpoint, postPublic } from './post-public.ts'
import type { PushPort } from './port.ts'
import { p256KeysOf } from '../../kernel/p256-keys.ts'
import { createWebPush } from './web-push.ts'

const now = new Date('2026-11-21T12:00:00Z')
const privateKey = createHash('sha256').update('a site').digest()
let receiver: PushReceiver
let port: PushPort
let removed: string[]
let isSubscribed: boolean
beforeAll(async () => {
  receiver = await pushReceiver(() => port.publicKey)
  port = createWebPush({
    privateKey,
    contact: 'mailto:support@house.test',
    clock: { now: () => now },
    randomBytes,
    subscriptions: {
      mayReceive: async (_id, isOffer) => isSubscribed && !isOffer,
      removeEndpoint: async (endpoint) => void removed.push(endpoint),
    },
    post: receiver.post,
  })
})
beforeEach(() => {
  removed = []
  isSubscribed = true
  receiver.reset()
})
afterAll(() => receiver.close())

const endpoint = 'https://push.example.com/send/abc'
const send = (over: Partial<Parameters<PushPort['send']>[0]> = {}) =>
  port.send({
    id: 'one',
    to: { endpoint, p256dh: receiver.browser.p256dh, auth: receiver.browser.auth },
    isOffer: false,
    payload: '{"title":"سحب"}',
    ttlSeconds: 60.5,
    topic: 'topic',
    ...over,
  })

test('the example of RFC 8291, section 5, byte for byte', () => {
  const body = encryptPush(Buffer.from('When I grow up, I want to be a watermelon'), {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    privateKey: Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'),
    salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
  })
  expect(body.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('a message arrives as it was sent, signed by this site, with its lifetime and topic', async () => {
  expect(await send()).toEqual({ ok: true, value: undefined })
  expect(receiver.received).toEqual([
    {
      path: '/send/abc',
      text: '{"title":"سحب"}',
      headers: expect.objectContaining({ ttl: '60', topic: 'topic', 'content-encoding': 'aes128gcm' }),
      claims: {
        aud: 'https://push.example.com',
        sub: 'mailto:support@house.test',
        exp: now.getTime() / 1000 + 12 * 3600,
      },
    },
  ])
})

test('the longest message arrives; a longer one is refused', async () => {
  const longest = 'x'.repeat(maxPayloadBytes)
  expect((await send({ payload: longest })).ok).toBe(true)
  expect(receiver.received[0]!.text).toBe(longest)
  expect(await send({ payload: `${longest}x` })).toMatchObject({ refusal: 'refused' })
})

test('two messages of the same text share no byte of their encryption', async () => {
  const keys = { p256dh: receiver.browser.p256dh, auth: receiver.browser.auth }
  const sealed = Array.from({ length: 2 }, () =>
    encryptPush(Buffer.from('same'), { ...keys, privateKey: randomBytes(32), salt: randomBytes(16) }).toString('hex'),
  )
  expect(sealed[0]).not.toBe(sealed[1])
  expect(() => pushBrowser().decrypt(Buffer.from(sealed[0]!, 'hex'))).toThrow()
})

test.each([404, 410])('%i removes the subscription, and nothing is retried', async (status) => {
  receiver.answers(status)
  expect(await send()).toMatchObject({ ok: false, refusal: 'refused' })
  expect(removed).toEqual([endpoint])
})

test.each([
  [429, 'unavailable'],
  [500, 'unavailable'],
  [503, 'unavailable'],
  [400, 'refused'],
  [403, 'refused'],
  [413, 'refused'],
] as const)('%i: %s, and the subscription stays', async (status, refusal) => {
  receiver.answers(status)
  expect(await send()).toMatchObject({ ok: false, refusal })
  expect(removed).toEqual([])
})

test('nothing is sent to a signed-out browser, and no offer to one that did not subscribe to offers', async () => {
  expect(await send({ isOffer: true })).toMatchObject({ refusal: 'refused' })
  isSubscribed = false
  expect(await send()).toMatchObject({ refusal: 'refused' })
  expect(receiver.received).toEqual([])
})

test('a key that is on no curve removes the subscription', async () => {
  const p256dh = Buffer.alloc(65, 4).toString('base64url')
  expect(await send({ to: { endpoint, p256dh, auth: receiver.browser.auth } })).toMatchObject({ refusal: 'refused' })
  expect(removed).toEqual([endpoint])
})

test('the public key belongs to the private one, and is the same after a restart', () => {
  expect(p256KeysOf(privateKey).publicKey).toBe(port.publicKey)
  expect(Buffer.from(port.publicKey, 'base64url')).toHaveLength(65)
})

describe('the address of a push service', () => {
  test.each(['https://fcm.googleapis.com/fcm/send/a:b', 'https://updates.push.services.mozilla.com/wpush/v2/x?y=1'])(
    '%s is accepted',
    (address) => {
      expect(isPushEndpoint(address)).toBe(true)
    },
  )

  // Shows: attack 217
  test.each([
    'http://push.example.com/a',
    'https://127.0.0.1/a',
    'https://[::1]/a',
    'https://0x7f000001/a',
    'https://2130706433/a',
    'https://localhost/a',
    'https://push.example.com:8443/a',
    'https://user:secret@push.example.com/a',
    'https://push.example.com/a#b',
    'https://push.internal.127.0.0.1/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    '//push.example.com',
    '',
  ])('%j is refused without a connection', async (address) => {
    expect(isPushEndpoint(address)).toBe(false)
    expect(await postPublic()(address, { headers: {}, body: Buffer.alloc(0) })).toMatchObject({ refusal: 'refused' })
  })

  // Shows: attack 217
  test.each(['127.0.0.1', '10.1.2.3', '169.254.169.254', '192.168.1.1', '::1', 'fd00::1', '::ffff:127.0.0.1'])(
    'a name that resolves to %s is refused without a connection',
    async (address) => {
      const lookup = async () => [{ address, family: address.includes(':') ? 6 : 4 }]
      const answer = await postPublic({ lookup })('https://push.example.com/a', { headers: {}, body: Buffer.from('x') })
      expect(answer).toMatchObject({ refusal: 'unavailable', message: expect.stringContaining('public address') })
    },
  )
})
