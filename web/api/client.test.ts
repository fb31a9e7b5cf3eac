import { expect, test, vi } from 'vitest'
import { recordedCalls } from '#tests/setup/recorded-calls.ts'
import { api, ApiError, queryString } from './client.ts'
import { createClient } from '../render/state.ts'
import { accessToken, clearSession, storeToken } from './session.ts'

const { calls, changes, answer } = recordedCalls()

// Shows: 7.1.1
test('arrays are written in bracket form, and undefined values are omitted', () => {
  expect(queryString({ status: [1, 2], currency: 'EUR', page: undefined, search: 'a b' })).toBe(
    '?status[]=1&status[]=2&currency=EUR&search=a+b',
  )
})

// Shows: 6.5.1, 7.1.2
test('a call has a relative path, the bearer token and the locale, and sends no cookies', async () => {
  answer(200, { id: 'dice' })
  await api('GET /api/game/games/{id}', { params: { id: 'a/b' } })
  expect(calls[0]!.url).toBe('/api/game/games/a%2Fb')
  expect(calls[0]!.init).toMatchObject({
    method: 'GET',
    credentials: 'omit',
    headers: { authorization: 'Bearer abc', 'x-locale': 'de' },
  })
})

// Shows: 6.5.1
test('a call of a guest carries no token', async () => {
  vi.stubGlobal('document', { cookie: '', documentElement: { lang: 'de' } })
  answer(200, [])
  await api('GET /api/settings/countries')
  expect(Object.keys(calls[0]!.init.headers!).map((name) => name.toLowerCase())).not.toContain('authorization')
})

// Shows: 3.26.1, 4.4.1, 9.7.1
test('the token is stored in a cookie for a year, and removed when the session ends', () => {
  const page = { cookie: '' }
  vi.stubGlobal('document', page)
  storeToken('a.b.c')
  expect(page.cookie).toBe('access_token=a.b.c; Path=/; Max-Age=31536000; SameSite=Lax')
  clearSession('signedOut')
  expect(page.cookie).toMatch(/^access_token=; Path=\/; Max-Age=0;/)
})

// Shows: 7.1.2
test('a 422 is thrown as an ApiError with name, code and fields', async () => {
  answer(422, { error: { name: 'depositLimitReached', message: 'no', code: 13100, fields: { amount: ['low'] } } })
  const error = await api('GET /api/payment/methods/deposit', { query: { currency: 'EUR' } }).catch(
    (caught: unknown) => caught,
  )
  expect(calls).toHaveLength(1)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 422, name: 'depositLimitReached', code: 13100, fields: { amount: ['low'] } })
})

// Shows: 7.1.2
test.each([400, 404, 409, 422, 429, 500, 502, 503, 599])(
  'a %i is an error, and the call is sent once',
  async (status) => {
    answer(status, { error: { name: 'why', message: 'Why' } })
    await expect(api('GET /api/game/collections')).rejects.toMatchObject({ status, name: 'why', serverMessage: 'Why' })
    const client = createClient()
    await expect(
      client.fetchQuery({ queryKey: ['read'], queryFn: () => api('GET /api/game/collections') }),
    ).rejects.toMatchObject({ status })
    const change = client.getMutationCache().build(client, { mutationFn: () => api('GET /api/game/collections') })
    await expect(change.execute(undefined)).rejects.toMatchObject({ status })
    expect(calls).toHaveLength(3)
    client.clear()
  },
)

// Shows: 6.5.2, 8.8.1
test.each([401, 403])('%i removes the session and notifies the page', async (status) => {
  answer(status, { error: { name: 'unauthorized', message: '' } })
  await expect(api('GET /api/wallet/accounts')).rejects.toMatchObject({ status })
  expect(changes).toEqual([{ isSignedIn: false, reason: 'refused' }])
})

// Shows: 6.5.2
test.each([400, 402, 404, 409, 422, 429, 500, 503])('%i leaves the session', async (status) => {
  answer(status, { error: { name: 'refused', message: '' } })
  await expect(api('GET /api/wallet/accounts')).rejects.toMatchObject({ status })
  expect(changes).toEqual([])
})

test('a 401 for wrong credentials does not end the session', async () => {
  answer(401, { error: { name: 'wrongCredentials', message: '' } })
  await expect(api('POST /api/player/sessions', { body: { login: 'a', password: 'b' } })).rejects.toMatchObject({
    name: 'wrongCredentials',
  })
  expect(changes).toEqual([])
})

test('a credentials call that answers signInNeeded removes the session', async () => {
  answer(401, { error: { name: 'signInNeeded', message: '' } })
  await expect(api('POST /api/player/otp/send', { body: { phone: '49', reason: 'step-up' } })).rejects.toMatchObject({
    name: 'signInNeeded',
  })
  expect(changes).toEqual([{ isSignedIn: false, reason: 'refused' }])
})

test('a network failure is thrown with status 0', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('offline')
  })
  await expect(api('GET /api/wallet/accounts')).rejects.toMatchObject({ status: 0, name: 'unreachable' })
})

// Shows: change 41
test('an answer to a call of the previous player is dropped after another one has signed in', async () => {
  const { promise: connection, resolve: arrive } = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async () => (await connection, Response.json([])))
  const settled: string[] = []
  const note = (name: string) => () => void settled.push(name)
  const call = () => api('GET /api/wallet/accounts')
  void call().then(note('previous'), note('previous'))
  clearSession('signedOut')
  storeToken('of-another')
  void call().then(note('current'), note('current'))
  await vi.waitFor(() => expect(accessToken()).toBe('of-another'))
  arrive()
  await vi.waitFor(() => expect(settled).toContain('current'))
  expect(settled).toEqual(['current'])
})
