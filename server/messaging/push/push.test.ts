/** Push notifications, from a session's browser to a push service and back out. */
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '#tests/setup/app.ts'
import { operator } from '#tests/setup/operator.ts'
import { pushBrowser, type PushReceiver, pushReceiver } from '#tests/setup/push-receiver.ts'
import { createWebPush } from '../../partners/push/web-push.ts'
import { scheduleCampaign } from '../../campaigns/schedule-campaign.ts'
import { sendCampaigns } from '../../campaigns/send-campaigns.ts'
import { deliverDue } from '../deliveries/deliver.ts'
import { notify } from '../messages/notify.ts'
import { closeExpired } from '../../identity/sessions/close-expired.ts'
import { subscriptionsIn } from './subscriptions.ts'

let app: TestApp
let receiver: PushReceiver
beforeAll(async () => {
  receiver = await pushReceiver(() => app.deps.partners.push!.publicKey)
  app = await testApp({
    deps: (deps) => ({
      partners: {
        ...deps.partners,
        push: createWebPush({
          privateKey: randomBytes(32),
          contact: 'mailto:support@house.test',
          clock: deps.clock,
          randomBytes,
          subscriptions: subscriptionsIn(deps.db.kysely),
          post: receiver.post,
        }),
      },
    }),
  })
})
afterAll(async () => {
  await app.close()
  await receiver.close()
})
beforeEach(() => receiver.reset())

const url = '/api/notification/push'
const password = 'a quiet harbour'
let players = 0
async function newPlayer(country = 'AT'): Promise<{ id: string; email: string; token: string }> {
  const email = `pushed${++players}@example.test`
  const payload = { email, password, country, currency: 'EUR', agreements: 1 }
  const { body } = await app.send({ method: 'POST', url: '/api/player/register', payload })
  return { id: idOf(body.accessToken), email, token: body.accessToken }
}
const idOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).sub as string
const sidOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).sid as string
const newEndpoint = () => `https://push.example.com/send/${randomUUID()}`
const subscribe = (token: string | undefined, over: Record<string, unknown> = {}) => {
  const { p256dh, auth } = receiver.browser
  const payload = { endpoint: newEndpoint(), p256dh, auth, receivesOffers: false, ...over }
  return app.send({ method: 'PUT', url, token, payload })
}
const read = async (token: string) => (await app.send({ method: 'GET', url, token })).body
const notifyPlayer = (playerId: string, over: { title?: string; isPushed?: boolean } = {}) =>
  app.deps.db.transaction((tx) =>
    notify(tx, {
      playerId,
      key: 'test',
      title: 'Withdrawal paid',
      description: '100 €',
      button: { label: 'View', target: { kind: 'page', path: '/profile/history' } },
      isPushed: true,
      at: app.deps.clock.now(),
      ...over,
    }),
  )
const deliver = () => deliverDue(app.deps)
const received = () => receiver.received.map(({ path, text }) => ({ path, ...JSON.parse(text) }))
const stored = async (playerId: string) =>
  (await app.db.asOwner('SELECT endpoint FROM push.subscriptions WHERE player_id = $1', [playerId])).rows

describe('a subscription', () => {
  // Shows: pair second tab/push
  test('belongs to the session: it is read, replaced and removed there', async () => {
    const { id, token } = await newPlayer()
    expect(await read(token)).toEqual({ publicKey: app.deps.partners.push!.publicKey, subscription: null })
    const [first, second] = [newEndpoint(), newEndpoint()]
    expect(await subscribe(token, { endpoint: first })).toMatchObject({
      status: 200,
      body: { subscription: { endpoint: first, receivesOffers: false } },
    })
    await subscribe(token, { endpoint: second, receivesOffers: true })
    expect(await read(token)).toMatchObject({ subscription: { endpoint: second, receivesOffers: true } })
    expect(await stored(id)).toEqual([{ endpoint: second }])
    expect(await app.send({ method: 'DELETE', url, token })).toMatchObject({ body: { subscription: null } })
    expect(await stored(id)).toEqual([])
  })

  // Shows: attack 217
  test.each([
    ['http://push.example.com/x'],
    ['https://127.0.0.1/x'],
    ['https://localhost/x'],
    ['https://push.example.com:22/x'],
    ['https://user:x@push.example.com/x'],
  ])('to %s is refused', async (endpoint) => {
    const { id, token } = await newPlayer()
    expect(await subscribe(token, { endpoint })).toMatchObject({
      status: 422,
      body: { error: { name: 'pushEndpointInvalid' } },
    })
    expect(await stored(id)).toEqual([])
  })

  test('with keys that are none is refused, and so is a guest', async () => {
    const { token } = await newPlayer()
    const noPoint = Buffer.alloc(65, 4).toString('base64url')
    expect((await subscribe(token, { p256dh: noPoint })).body.error.name).toBe('pushEndpointInvalid')
    for (const over of [{ p256dh: 'x' }, { auth: 'x' }, { endpoint: 7 }, { receivesOffers: 1 }])
      expect(await subscribe(token, over)).toMatchObject({ status: 422, body: { error: { name: 'validation' } } })
    expect((await subscribe(undefined)).status).toBe(401)
  })

  // Shows: attack 218
  test('of another player in the same browser replaces the one before, which receives nothing more', async () => {
    const [before, after] = [await newPlayer(), await newPlayer()]
    const endpoint = newEndpoint()
    await subscribe(before.token, { endpoint })
    await notifyPlayer(before.id)
    await subscribe(after.token, { endpoint })
    await notifyPlayer(before.id, { title: 'Private' })
    await notifyPlayer(after.id, { title: 'Yours' })
    await deliver()
    expect(received().map(({ title }) => title)).toEqual(['Yours'])
    expect(await stored(before.id)).toEqual([])
  })
})

describe('a message', () => {
  test('reaches each browser of the player, encrypted, with a path of this site and a tag', async () => {
    const { id, token } = await newPlayer()
    const endpoint = newEndpoint()
    await subscribe(token, { endpoint })
    const message = await notifyPlayer(id)
    await notifyPlayer(id, { title: 'Only on the site', isPushed: false })
    await deliver()
    await deliver()
    expect(received()).toEqual([
      {
        path: new URL(endpoint).pathname,
        title: 'Withdrawal paid',
        body: '100 €',
        link: '/profile/history',
        tag: message!.id,
      },
    ])
  })

  test('is retried while the push service fails, and sent once', async () => {
    const { id, token } = await newPlayer()
    await subscribe(token)
    await notifyPlayer(id)
    receiver.answers(503)
    await deliver()
    expect(received()).toEqual([])
    receiver.reset()
    app.moveClock(10_000)
    await deliver()
    await deliver()
    expect(received()).toHaveLength(1)
  })

  test.each([404, 410])('to a browser that has unsubscribed (%i) removes the subscription', async (status) => {
    const { id, token } = await newPlayer()
    await subscribe(token)
    await notifyPlayer(id)
    receiver.answers(status)
    await deliver()
    expect(await stored(id)).toEqual([])
    const { rows } = await app.db.asOwner(
      `SELECT state, values FROM deliveries.deliveries WHERE player_id = $1 AND medium = 'push'`,
      [id],
    )
    expect(rows).toEqual([{ state: 'refused', values: {} }])
  })

  test('is cut to what a push service takes', async () => {
    const { id, token } = await newPlayer()
    await subscribe(token)
    await notifyPlayer(id, { title: '👩‍🚀'.repeat(2000) })
    await deliver()
    expect([...received()[0].title]).toHaveLength(100)
  })
})

describe('nothing reaches a browser once', () => {
  const proof = (token: string) =>
    app.send({ method: 'POST', url: '/api/player/step-up', token, payload: { method: 'password', proof: password } })
  const ends: Array<[string, (token: string) => Promise<{ status: number }>]> = [
    ['the player signs out', (token) => app.send({ method: 'POST', url: '/api/player/sessions/logout', token })],
    [
      'a self-exclusion starts',
      (token) =>
        app.send({ method: 'POST', url: '/api/player/limits', token, payload: { definition: 4, period: '1-year' } }),
    ],
    [
      'the account is closed',
      async (token) => {
        await proof(token)
        return app.send({ method: 'POST', url: '/api/player/profile/closure', token, payload: {} })
      },
    ],
  ]
  // Shows: attack 218, pair closure/push, pair exclusion/push, pair sign-out/push
  test.each(ends)('%s, whether queued before or at the same moment', async (_what, end) => {
    const { id, token } = await newPlayer()
    await subscribe(token)
    await notifyPlayer(id)
    const [{ status }] = await Promise.all([end(token), notifyPlayer(id), subscribe(token)])
    expect(status).toBe(200)
    await notifyPlayer(id)
    await deliver()
    expect(received()).toEqual([])
    expect(await stored(id)).toEqual([])
  })

  // Shows: ASVS 7.3.1, pair sign-out/push
  test.each([
    ['30 days without use', 'last_used_at', 30],
    ['90 days after it began', 'created_at', 90],
  ])('its session has expired, %s', async (_why, column, days) => {
    const { id, email, token } = await newPlayer()
    const payload = { login: email, password, fingerprint: null }
    const other = (await app.send({ method: 'POST', url: '/api/player/sessions', payload })).body.accessToken
    const kept = newEndpoint()
    await subscribe(token)
    await subscribe(other, { endpoint: kept })
    const expiredAt = new Date(app.deps.clock.now().getTime() - days * 86_400_000)
    await app.db.asOwner(`UPDATE identity.sessions SET ${column} = $1 WHERE id = $2`, [expiredAt, sidOf(token)])
    await notifyPlayer(id)
    expect((await app.send({ method: 'GET', url: '/api/player/sessions', token: other })).body).toMatchObject({
      data: [{ isCurrent: true }],
      meta: { total: 1 },
    })
    await Promise.all([closeExpired(app.deps), closeExpired(app.deps)])
    await notifyPlayer(id)
    await deliver()
    expect(new Set(received().map(({ path }) => path))).toEqual(new Set([new URL(kept).pathname]))
    expect(await stored(id)).toEqual([{ endpoint: kept }])
    const { rows } = await app.db.asOwner(`SELECT close_reason FROM identity.sessions WHERE id = $1`, [sidOf(token)])
    expect(rows).toEqual([{ close_reason: 'expired' }])
  })

  // Shows: pair password/push
  test('another session of the player ends; the others still receive it', async () => {
    const { id, email, token } = await newPlayer()
    const payload = { login: email, password, fingerprint: null }
    const other = (await app.send({ method: 'POST', url: '/api/player/sessions', payload })).body.accessToken
    const [mine, theirs] = [newEndpoint(), newEndpoint()]
    await subscribe(token, { endpoint: mine })
    await subscribe(other, { endpoint: theirs })
    await app.send({ method: 'POST', url: '/api/player/sessions/logout', token: other })
    await notifyPlayer(id)
    await deliver()
    expect(received().map(({ path }) => path)).toEqual([new URL(mine).pathname])
  })
})

describe('offers', () => {
  const sendOffer = async (purpose: 'marketing' | 'service' = 'marketing') => {
    const identity = `offer-${randomUUID()}`
    const startsAt = app.deps.clock.now()
    const definition = {
      purpose,
      channels: ['push' as const],
      segment: { countries: ['LU'] },
      words: { en: { title: 'New games', text: 'Three new slots.', button: 'Play' } },
      target: { kind: 'page' as const, path: '/static/terms' as const },
    }
    const term = { startsAt, endsAt: new Date(startsAt.getTime() + 86_400_000) }
    await scheduleCampaign({ ...app.deps, actor: operator }, { identity, definition, ...term })
    await sendCampaigns(app.deps)
    return identity
  }
  const outcome = async (identity: string, playerId: string) =>
    (
      await app.db.asOwner(
        `SELECT coalesce(reason, outcome) AS is FROM campaigns.recipients JOIN campaigns.campaigns ON id = campaign_id
         WHERE identity = $1 AND player_id = $2`,
        [identity, playerId],
      )
    ).rows[0]?.is

  test('reach browsers that asked for them; others, and players without one, are skipped with the reason', async () => {
    const [asked, not, none] = [await newPlayer('LU'), await newPlayer('LU'), await newPlayer('LU')]
    await subscribe(asked.token, { receivesOffers: true })
    await subscribe(not.token)
    const identity = await sendOffer()
    await deliver()
    expect(await Promise.all([asked, not, none].map(({ id }) => outcome(identity, id)))).toEqual([
      'sent',
      'noConsent',
      'noDevice',
    ])
    expect(received()).toMatchObject([{ title: 'New games', link: '/static/terms', tag: `campaign.${identity}` }])
    await sendOffer('service')
    await deliver()
    expect(received()).toHaveLength(3)
  })

  // Shows: pair consent/push
  test('that wait are withdrawn with the consent, and with a cooling-off period, which ends it', async () => {
    const [refused, excluded] = [await newPlayer('LU'), await newPlayer('LU')]
    const endpoint = newEndpoint()
    await subscribe(refused.token, { endpoint, receivesOffers: true })
    await subscribe(excluded.token, { receivesOffers: true })
    await sendOffer()
    await Promise.all([
      subscribe(refused.token, { endpoint, receivesOffers: false }),
      app.send({
        method: 'POST',
        url: '/api/player/limits',
        token: excluded.token,
        payload: { definition: 5, period: '1-day' },
      }),
    ])
    await deliver()
    const paths = received().map(({ path }) => path)
    expect(paths).not.toContain(new URL(endpoint).pathname)
    expect(await read(excluded.token)).toMatchObject({ subscription: { receivesOffers: false } })
    const { rows } = await app.db.asOwner(
      `SELECT DISTINCT state FROM deliveries.deliveries WHERE player_id IN ($1, $2) AND medium = 'push'`,
      [refused.id, excluded.id],
    )
    expect(rows).toEqual([{ state: 'withdrawn' }])
  })
})

// Shows: pair push/export
test("a player's export names the push service, and not the address of the browser", async () => {
  const { token } = await newPlayer()
  const endpoint = newEndpoint()
  await subscribe(token, { endpoint })
  await app.send({
    method: 'POST',
    url: '/api/player/step-up',
    token,
    payload: { method: 'password', proof: password },
  })
  const { body } = await app.send({ method: 'GET', url: '/api/player/profile/export', token })
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  expect(text).toContain('push.example.com')
  expect(text).not.toContain(endpoint)
  expect(pushBrowser().p256dh).not.toBe(receiver.browser.p256dh)
})
