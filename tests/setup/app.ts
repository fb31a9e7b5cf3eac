/** The API on its own database, for tests: every route, a clock that tests move, and pushes collected in a list. */
import { randomBytes, randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { pino } from 'pino'
import type { Publication } from '#contract/channels.ts'
import { createApp, type AppParts } from '#server/app.ts'
import type { Deps } from '#server/deps.ts'
import { limitsInMemory } from '#server/kernel/call-limits.ts'
import { createLedger } from '#server/ledger/ledger.ts'
import { offerKind } from '#server/bonuses/offer-kind.ts'
import { type Content, loadContent } from '#server/reference/content/content.ts'
import { seedDefinitions } from '#server/kernel/definitions/seed.ts'
import { openReference } from '#server/reference/reference.ts'
import { createProofOfWork } from '#server/partners/captcha/proof-of-work.ts'
import { createDiskStore } from '#server/partners/storage/disk.ts'
import { readSettings } from '#server/settings.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { captureMessages, type TestMessage } from './inbox.ts'
import { kernelDeps } from './kernel-deps.ts'

export type TestAnswer = { status: number; body: any; headers: Record<string, unknown> }
export type TestApp = {
  app: FastifyInstance
  deps: Deps
  db: TestDatabase
  published: Array<{ channel: string; data: Publication }>
  closedSessions: string[]
  /** Every delivered mail and text message; `inboxOf` reads them. */
  messages: TestMessage[]
  moveClock(ms: number): void
  send(options: InjectOptions & { token?: string | undefined }): Promise<TestAnswer>
  /** Listens on a port, for tests that need real HTTP. Resolves to the address. */
  listen(): Promise<string>
  close(): Promise<void>
}

export type TestAppOptions = {
  env?: Record<string, string>
  /** Only these routes; the default is all routes of the product. */
  routes?: AppParts['routes']
  plugins?: (deps: Deps) => NonNullable<AppParts['plugins']>
  /** Replaces dependencies of the verbs, for example partners. */
  deps?: (deps: Deps) => Partial<Deps>
  now?: Date
  /** An existing database; the default is a new one. */
  db?: TestDatabase
}

let shipped: Content | null = null

/**
 * The content is read once for all files of a worker, because reading and checking it takes most of the time to start
 * an app.
 */
function shippedContent(): Content {
  shipped ??= loadContent()
  return {
    ...shipped,
    replace() {
      throw new Error('All tests share this content. Pass one of your own as a dependency.')
    },
  }
}

export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const db = options.db ?? (await testDatabase({ poolSize: 10 }))
  let now = options.now ?? new Date('2026-11-21T12:00:00Z')
  const published: TestApp['published'] = []
  const closedSessions: string[] = []
  const messages: TestMessage[] = []
  const documents = join(tmpdir(), `fairhouse-documents-${randomUUID()}`)
  // Loading every module takes a second, which a test with its own routes saves.
  const all = options.routes ? null : await import('#server/modules.ts')
  const settings = readSettings({
    NODE_ENV: 'test',
    SECRET: 'correct-horse-battery-staple-0123456789',
    RATE_LIMIT_PER_MINUTE: '0',
    PAGE_LIMIT_PER_MINUTE: '0',
    SPORTSBOOK_HOST: 'off',
    ...options.env,
  })
  const base: Deps = {
    settings,
    clock: { now: () => now },
    randomBytes,
    db,
    log: pino({ level: process.env.TEST_LOG ?? 'silent' }),
    ledger: createLedger({ db }),
    callLimits: limitsInMemory(),
    content: shippedContent(),
    reference: await openReference(kernelDeps(db, { clock: { now: () => now }, settings })),
    lifecycles: all?.lifecycles ?? [],
    realtime: {
      attach() {},
      publish: (channel, data) => void published.push({ channel, data }),
      closeSession: (id) => void closedSessions.push(id),
      stats: () => ({
        online: 0,
        sockets: 0,
        channels: 0,
        publications: published.length,
        deliveries: 0,
        disconnects: {},
      }),
      close: async () => {},
    },
    partners: {
      payments: [],
      chain: null,
      gameStudios: [],
      sportsbook: null,
      push: null,
      identityCheck: null,
      rates: null,
      beacon: null,
      captcha: createProofOfWork({ key: 'test', difficulty: settings.registration.captchaBits, randomBytes }),
      storage: createDiskStore({ folder: documents, key: '5e'.repeat(32), randomBytes }),
      ...captureMessages(messages),
      socialLogins: [],
    },
  }
  const deps = { ...base, ...options.deps?.(base) }
  if (all) await seedDefinitions(deps, [offerKind])
  const routes = options.routes ?? all!.routes
  const app = await createApp(deps, { routes, plugins: options.plugins?.(deps) ?? [] })
  return {
    app,
    deps,
    db,
    published,
    closedSessions,
    messages,
    moveClock: (ms) => {
      now = new Date(now.getTime() + ms)
    },
    send: (request) => send(app, request),
    listen: () => app.listen({ port: 0, host: '127.0.0.1' }),
    async close() {
      await app.close()
      await deps.ledger.close()
      await db.close()
      rmSync(documents, { recursive: true, force: true })
    },
  }
}

async function send(
  app: FastifyInstance,
  { token, ...request }: InjectOptions & { token?: string | undefined },
): Promise<TestAnswer> {
  const authorization = token ? { authorization: `Bearer ${token}` } : {}
  const answer = await app.inject({ ...request, headers: { ...authorization, ...request.headers } })
  const isJson = String(answer.headers['content-type']).includes('json')
  return { status: answer.statusCode, body: isJson ? JSON.parse(answer.body) : answer.body, headers: answer.headers }
}
