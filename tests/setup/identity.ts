/** For the tests of identity: its API on a database of its own, with a clock that stands until it is moved. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import { pino } from 'pino'
import { testDatabase } from './database.ts'
import { createApp } from '#server/app.ts'
import type { Deps } from '#server/deps.ts'
import { readSettings } from '#server/settings.ts'
import { loadContent } from '#server/modules/content/content.ts'
import { routes } from '#server/modules/identity/routes.ts'

export const goodPassword = 'a quiet harbour'

export async function testHouse(environment: Record<string, string> = {}) {
  const db = await testDatabase({ poolSize: 10 })
  let now = new Date('2026-11-21T12:00:00Z')
  const closedSessions: string[] = []
  const deps = {
    settings: readSettings({ NODE_ENV: 'test', SECRET: 'correct-horse-battery-staple-0123456789', ...environment }),
    clock: { now: () => now }, randomBytes, log: pino({ level: 'silent' }), db, content: loadContent(),
    realtime: { closeSession: (id: string) => void closedSessions.push(id), stats: () => ({ online: 0 }) },
  } as unknown as Deps
  const app = await createApp(deps, { routes })
  const send = async (options: InjectOptions & { token?: string }) => {
    const { token, ...request } = options
    const answer = await app.inject({ ...request, headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...request.headers } })
    return { status: answer.statusCode, body: answer.body ? JSON.parse(answer.body) : null, text: answer.body, headers: answer.headers }
  }
  const registration = (over: Record<string, unknown> = {}) => ({ email: `p${randomUUID()}@example.com`, password: goodPassword, country: 'DE', currency: 'EUR', agreements: 1, ...over })
  return {
    db, deps, send, registration, closedSessions,
    moveClock: (ms: number) => { now = new Date(now.getTime() + ms) },
    post: (url: string, payload?: unknown, token?: string, headers?: Record<string, string>) => send({ method: 'POST', url, payload: payload as object, ...(token ? { token } : {}), ...(headers ? { headers } : {}) }),
    get: (url: string, token?: string, headers?: Record<string, string>) => send({ method: 'GET', url, ...(token ? { token } : {}), ...(headers ? { headers } : {}) }),
    put: (url: string, payload?: unknown, token?: string) => send({ method: 'PUT', url, payload: payload as object, ...(token ? { token } : {}) }),
    async close() {
      await app.close()
      await db.close()
    },
  }
}
export type TestHouse = Awaited<ReturnType<typeof testHouse>>
