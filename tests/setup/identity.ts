/** Helpers for identity tests: calls and a sample registration. */
import { randomUUID } from 'node:crypto'
import { testApp } from './app.ts'

export const validPassword = 'a quiet harbour'

export async function testIdentityApp(env: Record<string, string> = {}) {
  const app = await testApp({ env })
  const call = (
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    payload?: unknown,
    token?: string,
    headers: Record<string, string> = {},
  ) => app.send({ method, url, token, headers, ...(payload === undefined ? {} : { payload: payload as object }) })
  return {
    ...app,
    registration: (over: Record<string, unknown> = {}) => ({
      email: `p${randomUUID()}@example.com`,
      password: validPassword,
      country: 'DE',
      currency: 'EUR',
      agreements: 1,
      ...over,
    }),
    post: (url: string, payload?: unknown, token?: string, headers?: Record<string, string>) =>
      call('POST', url, payload, token, headers),
    get: (url: string, token?: string, headers?: Record<string, string>) => call('GET', url, undefined, token, headers),
    put: (url: string, payload?: unknown, token?: string) => call('PUT', url, payload, token),
  }
}
export type TestIdentityApp = Awaited<ReturnType<typeof testIdentityApp>>
