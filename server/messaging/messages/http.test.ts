import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '#tests/setup/app.ts'
import { routes as allRoutes } from '../../modules.ts'
import { notify } from './notify.ts'

const base = '/api/notification/messenger/messages'
let app: TestApp
let token: string
let beganAt: number
let messageIds: string[]

beforeAll(async () => {
  app = await testApp({ routes: allRoutes })
  const registered = await app.send({
    method: 'POST',
    url: '/api/player/register',
    payload: {
      email: 'reader@example.com',
      password: 'a quiet harbour',
      country: 'DE',
      currency: 'EUR',
      agreements: 1,
    },
  })
  token = registered.body.accessToken
  const playerId = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).sub as string
  messageIds = []
  beganAt = app.deps.clock.now().getTime()
  for (const [index, title] of ['First', 'Second', 'Third'].entries()) {
    const at = new Date(beganAt + index)
    const message = await app.db.transaction((tx) => notify(tx, { playerId, key: 'test', title, at, once: title }))
    messageIds.push(message!.id)
  }
})
afterAll(() => app.close())

// Shows: 1.2.4, 3.24.1, 7.6.1
test('list, read, read all and delete return the number of unread messages', async () => {
  const listed = await app.send({ method: 'GET', url: `${base}?page=1&perPage=2`, token })
  expect(listed).toMatchObject({ status: 200, body: { meta: { total: 3, totalUnread: 3, page: 1, perPage: 2 } } })
  const unread = (index: number, title: string) => ({
    id: messageIds[index],
    readAt: null,
    state: 1,
    createdAt: new Date(beganAt + index).toISOString(),
    content: { title, description: null, link: null },
  })
  expect(listed.body.data).toEqual([unread(2, 'Third'), unread(1, 'Second')])
  expect(
    await app.send({ method: 'POST', url: `${base}/read`, payload: { messageIds: [messageIds[0]] }, token }),
  ).toMatchObject({ status: 200, body: { totalUnread: 2 } })
  const rest = (await app.send({ method: 'GET', url: `${base}?page=2&perPage=2`, token })).body.data
  expect(rest).toMatchObject([{ id: messageIds[0], readAt: expect.any(String), state: 2, content: { title: 'First' } }])
  expect(
    await app.send({ method: 'DELETE', url: base, payload: { messageIds: [messageIds[1]] }, token }),
  ).toMatchObject({ status: 200, body: { totalUnread: 1 } })
  expect(await app.send({ method: 'POST', url: `${base}/read/all`, token })).toMatchObject({
    status: 200,
    body: { totalUnread: 0 },
  })
})

test.each([
  ['GET', base],
  ['POST', `${base}/read`],
  ['POST', `${base}/read/all`],
  ['DELETE', base],
] as const)('without a session %s %s: 401', async (method, url) => {
  const { status } = await app.send({
    method,
    url,
    ...(method === 'GET' ? {} : { payload: { messageIds: [randomUUID()] } }),
  })
  expect(status).toBe(401)
})

test.each([
  ['POST', `${base}/read`, {}],
  ['POST', `${base}/read`, { messageIds: [] }],
  ['POST', `${base}/read`, { messageIds: ["1' OR true"] }],
  ['POST', `${base}/read`, { messageIds: Array.from({ length: 201 }, () => randomUUID()) }],
  ['DELETE', base, { messageIds: 'all' }],
  ['DELETE', base, undefined],
] as const)('%s %s with %j: 422', async (method, url, payload) => {
  expect(await app.send({ method, url, token, ...(payload && { payload }) })).toMatchObject({
    status: 422,
    body: { error: { name: 'validation' } },
  })
})

test.each(['page=0', 'perPage=101', 'page=x', 'perPage=-1'])('an invalid page (%s): 422', async (query) => {
  expect(await app.send({ method: 'GET', url: `${base}?${query}`, token })).toMatchObject({ status: 422 })
})
