import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fileCall } from './file-call.ts'
import { onSessionChange, type SessionChange } from './session.ts'

const calls: Array<{ url: string; init: RequestInit }> = []
const changes: SessionChange[] = []
let stop = () => {}

beforeEach(() => {
  calls.length = 0
  changes.length = 0
  stop = onSessionChange((change) => changes.push(change))
  vi.stubGlobal('location', { protocol: 'http:' })
  vi.stubGlobal('document', { cookie: 'access_token=abc', documentElement: { lang: 'de' } })
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

function answer(status: number, body: unknown): void {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    calls.push({ url, init })
    return new Response(JSON.stringify(body), { status })
  })
}
const statement = () => fileCall('GET /api/wallet/statement', '/api/wallet/statement?currency=EUR')

test('a file is asked for with the bearer token, the locale and no cookies', async () => {
  answer(200, 'a file')
  expect(await (await statement()).json()).toBe('a file')
  expect(calls).toMatchObject([
    {
      url: '/api/wallet/statement?currency=EUR',
      init: { credentials: 'omit', headers: { authorization: 'Bearer abc', 'x-locale': 'de' } },
    },
  ])
  expect(changes).toEqual([])
})

test.each([401, 403])('%i to a file removes the session and notifies the page', async (status) => {
  answer(status, { error: { name: 'unauthorized', message: '' } })
  await expect(statement()).rejects.toMatchObject({ status, name: 'unauthorized' })
  expect(changes).toEqual([{ isSignedIn: false, reason: 'refused' }])
})

test('other refusals of a file come as errors, and no answer has the status 0', async () => {
  answer(429, { error: { name: 'tooManyAttempts', message: 'later' } })
  await expect(statement()).rejects.toMatchObject({ status: 429, name: 'tooManyAttempts', message: 'later' })
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('offline')
  })
  await expect(statement()).rejects.toMatchObject({ status: 0, name: 'unreachable' })
  expect(changes).toEqual([])
})
