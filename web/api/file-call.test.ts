import { expect, test, vi } from 'vitest'
import { recordedCalls } from '#tests/setup/recorded-calls.ts'
import { fileCall } from './file-call.ts'

const { calls, changes, answer } = recordedCalls()
const statement = () => fileCall('GET /api/wallet/statement', '/api/wallet/statement?currency=EUR')

test('a request for a file has the bearer token and the locale, and sends no cookies', async () => {
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

// Shows: 6.5.2
test.each([401, 403])('%i for a file removes the session and notifies the page', async (status) => {
  answer(status, { error: { name: 'unauthorized', message: '' } })
  await expect(statement()).rejects.toMatchObject({ status, name: 'unauthorized' })
  expect(changes).toEqual([{ isSignedIn: false, reason: 'refused' }])
})

test('other errors are thrown with their name, and a network failure with status 0', async () => {
  answer(429, { error: { name: 'tooManyAttempts', message: 'later' } })
  await expect(statement()).rejects.toMatchObject({ status: 429, name: 'tooManyAttempts', message: 'later' })
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('offline')
  })
  await expect(statement()).rejects.toMatchObject({ status: 0, name: 'unreachable' })
  expect(changes).toEqual([])
})
