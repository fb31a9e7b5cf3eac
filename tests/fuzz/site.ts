/**
 * The complete product in this process, for sequences of requests: every route, the studio, the sandbox partners over
 * HTTP, and background work only on request. Each response is checked at once.
 */
import { pino } from 'pino'
import { createStudio } from '#games/studio/studio.ts'
import { everyEndpoint } from '#contract/api.ts'
import { type Endpoint, ok } from '#contract/endpoint.ts'
import * as HttpStatus from '#contract/statuses.ts'
import { createSandbox, type Sandbox } from '#sandbox/main.ts'
import { sandboxBotToken, sandboxClient, sandboxIssuer, sandboxTelegramUrl } from '#sandbox/social/keys.ts'
import type { Deps } from '#server/deps.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { allInvariants, definitionKinds, jobsOf } from '#server/modules.ts'
import { seedDefinitions } from '#server/kernel/definitions/seed.ts'
import { walletInProcess } from '#server/play/games/wallet-in-process.ts'
import { subscriptionsIn } from '#server/messaging/push/subscriptions.ts'
import { processWebhooks } from '#server/cashier/webhooks/process-webhooks.ts'
import { processNotices } from '#server/identity/verification/process-webhooks.ts'
import { hashPassword } from '#server/identity/passwords/passwords.ts'
import {
  createInHouseStudio,
  inHouseStudioKeys,
  inHouseStudioSlug,
} from '#server/partners/game-studio/in-house-studio.ts'
import { createSandboxCheck } from '#server/partners/identity-check/from-settings.ts'
import { createSandboxPay } from '#server/partners/payments/sandbox-pay.ts'
import { sportsbookSlug } from '#server/partners/sportsbook/from-settings.ts'
import { createSignedSportsbook } from '#server/partners/sportsbook/signed-http.ts'
import { createWebPush } from '#server/partners/push/web-push.ts'
import { createOidcLogin } from '#server/partners/social-login/oidc.ts'
import { setRate } from '#server/reference/set-rate.ts'
import { createTelegramLogin } from '#server/partners/social-login/telegram.ts'
import { type TestApp, testApp } from '#tests/setup/app.ts'
import { catchUp } from '#tests/setup/consumers.ts'
import { operator } from '#tests/setup/operator.ts'
import { type Inbox, inboxOf } from '#tests/setup/inbox.ts'
import { unexpectedWrites } from './refused-writes.ts'
import { type WriteWatch, watchWrites } from './writes.ts'

export const secret = 'the secret shared with the sandbox'
const slowMs = 2000

// Untyped, for brevity: a wrong body is an answer like any other.
export type Loose = any
export type Answer = { status: number; body: Loose; headers: Record<string, unknown> }
export type Request = {
  params?: Record<string, string> | undefined
  query?: Record<string, unknown> | undefined
  body?: unknown
  /** Sent unchanged instead of `body`. */
  raw?: { bytes: string | Buffer; type: string }
  token?: string | null
  headers?: Record<string, string>
  /** Appended unchanged to the address. */
  querySuffix?: string
}

export class Fault extends Error {}

export type FuzzSite = {
  app: TestApp
  deps: Deps
  sandbox: Sandbox
  inbox: Inbox
  /** Requests made so far. */
  readonly requestCount: number
  /** Operation -> how often it succeeded. */
  successes: Map<string, number>
  /** Sends one request and checks its response. `isAlone`: nothing else runs, so the rows that it writes are known. */
  ask(name: string, request: Request, options?: { isAlone?: boolean }): Promise<Answer>
  /** Calls an address outside the contract. */
  send(description: {
    method: 'GET' | 'POST'
    url: string
    token?: string
    payload?: object
    ip: string
  }): Promise<Answer>
  /** Runs all background work that is due, except for statements, which the sandbox dates by the machine's clock. */
  work(): Promise<void>
  expectSound(): Promise<void>
  close(): Promise<void>
}

const endpoints = new Map(everyEndpoint().map(({ name, endpoint }) => [name, endpoint]))
export const operationNames = [...endpoints.keys()]
export function endpointOf(name: string): Endpoint {
  const found = endpoints.get(name)
  if (!found) throw new Error(`no operation ${name}`)
  return found
}

/** `breach` replaces dependencies of the verbs, to check that a planted fault is noticed. */
export async function fuzzSite(options: { breach?: (deps: Deps) => Partial<Deps> } = {}): Promise<FuzzSite> {
  const sandbox = await createSandbox({
    port: 0,
    operatorUrl: 'http://127.0.0.1:9',
    secret,
    statePath: null,
    autoApproveMs: 3_600_000,
    sendMs: 0,
    confirmMs: 0,
    instructMs: 3_600_000,
    reviewMs: 3_600_000,
    retryDelaysMs: [],
  })
  // The sequences deliver the webhooks themselves, at the times they choose.
  sandbox.faults.isLosing = true
  const errors: string[] = []
  const app = await testApp({
    env: {
      PUBLIC_URL: 'http://house.test',
      TRUST_PROXY: '1',
      ACCESS_TOKEN_SECONDS: '3600',
      RESTRICTED_COUNTRIES: 'TR:2,AT:1',
      RESTRICTED_GAMES: 'dice:NL',
      ROUND_MIN_MS: '0',
      OTP_PER_COUNTRY_HOUR: '10000000',
      OTP_PER_DAY: '10000000',
      STRANGER_SIGN_IN_FAILURES: '10000000',
      CAPTCHA_BITS: '4',
      SWAP_QUOTE_SECONDS: '300',
      LOYALTY: 'true',
      RATES_STALE_HOURS: '8760',
    },
    deps: (base) => {
      const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) })
      const deps = { ...base, log, partners: { ...base.partners, ...partnersOf(base, sandbox) } }
      return { ...deps, ...options.breach?.(deps) }
    },
    plugins: (deps) => [(app) => studioOf(deps).mount(app)],
  })
  for (const [code, rate] of [['USD', 1.25] as const, ['BRL', 6.25] as const])
    await setRate({ ...app.deps, actor: operator }, { code, rate, comment: 'test' })
  await app.deps.reference.reload()
  await seedDefinitions(app.deps, definitionKinds)
  const watch = await watchWrites(app.db.url)
  return operate({ app, sandbox, watch, errors })
}

function partnersOf({ settings, db, clock, randomBytes }: Deps, sandbox: Sandbox): Partial<Deps['partners']> {
  const realClock = { now: () => new Date() }
  const oidc = { ...sandboxClient(secret), issuer: sandboxIssuer(sandbox.url) }
  return {
    payments: [
      createSandboxPay({ apiUrl: sandbox.url, apiKey: sandbox.apiKey, webhookSecrets: [secret], timeoutMs: 10_000 }),
    ],
    gameStudios: [createInHouseStudio({ secret: settings.secret })],
    // This client is never called: the tests send its requests.
    sportsbook: createSignedSportsbook({
      slug: sportsbookSlug,
      host: 'http://127.0.0.1:9/sportsbook',
      clientId: 'fuzz',
      integrity: null,
      secrets: [secret],
      clock,
    }),
    push: createWebPush({
      privateKey: randomBytes(32),
      contact: 'mailto:support@house.test',
      clock,
      randomBytes,
      subscriptions: subscriptionsIn(db.kysely),
      // The push addresses of the browsers are invented; server/messaging/push tests a push service.
      post: async () => ok(HttpStatus.ok),
    }),
    identityCheck: createSandboxCheck(sandbox.url, secret, realClock),
    socialLogins: [
      createOidcLogin({ ...oidc, id: 'auth0', name: 'Auth0', hasConnections: true }),
      createTelegramLogin({ token: sandboxBotToken(secret), authUrl: sandboxTelegramUrl(sandbox.url) }),
    ],
  }
}

function studioOf(deps: Deps) {
  const { launchKey, drawPassphrase } = inHouseStudioKeys(deps.settings.secret)
  return createStudio({
    db: deps.db,
    clock: deps.clock,
    log: deps.log,
    randomBytes: deps.randomBytes,
    launchKey,
    drawPassphrase,
    wallet: walletInProcess(deps, inHouseStudioSlug),
    cycleMs: () => 0,
    countryOf: () => 'DE',
  })
}

type Parts = { app: TestApp; sandbox: Sandbox; watch: WriteWatch; errors: string[] }

function operate({ app, sandbox, watch, errors }: Parts): FuzzSite {
  const { deps } = app
  const successes = new Map<string, number>()
  let requestCount = 0

  async function send(request: Parameters<TestApp['send']>[0]): Promise<Answer & { ms: number }> {
    requestCount++
    app.moveClock(50)
    const startedAt = performance.now()
    const answer = await app.send(request)
    return { ...answer, ms: performance.now() - startedAt }
  }

  /** Fails for a slow response, that is one that is slow three times in a row on a machine that is not busy. */
  async function sendInTime(request: Parameters<TestApp['send']>[0], description: string): Promise<Answer> {
    const first = await send(request)
    if (first.ms <= slowMs) return first
    const times = [first.ms, (await send(request)).ms, (await send(request)).ms]
    if (times.every((ms) => ms > slowMs) && !(await isMachineBusy(app)))
      throw new Fault(`${description} took ${times.map(Math.round).join(', ')} ms`)
    return first
  }

  function check(answer: Answer, description: string): void {
    const shown = `${description}: ${JSON.stringify(answer.body)?.slice(0, 600)}`
    if (answer.status < 200 || answer.status >= 500) throw new Fault(`${answer.status} for ${shown}`)
    if (answer.status >= 400 && typeof answer.body?.error?.name !== 'string')
      throw new Fault(`a refusal without a name for ${shown}`)
    checkLog(shown)
  }

  /** Work after the response logs its errors and is repeated later; here each one is a fault. */
  function checkLog(description: string): void {
    const logged = errors.splice(0)
    if (logged.length > 0)
      throw new Fault(`an error was logged after ${description}: ${logged.join('').slice(0, 2000)}`)
  }

  return {
    app,
    deps,
    sandbox,
    inbox: inboxOf(app),
    successes,
    get requestCount() {
      return requestCount
    },
    async ask(name, request, { isAlone = true } = {}) {
      const endpoint = endpointOf(name)
      const sent = injection(endpoint, request)
      const description = `${name} (${sent.method} ${sent.url.slice(0, 200)} ${JSON.stringify(request.body)?.slice(0, 400) ?? ''})`
      if (isAlone) await watch.take()
      const answer = await sendInTime(sent, description)
      check(answer, description)
      if (answer.status < 400) {
        successes.set(name, (successes.get(name) ?? 0) + 1)
        if (isWebhook(endpoint)) await settleWebhooks(app).then(() => checkLog(description))
      } else if (isAlone) {
        await untilIdle(app)
        const wrong = unexpectedWrites(name, await watch.take())
        if (wrong.length > 0)
          throw new Fault(
            `${description} was refused with ${answer.status} ${answer.body.error.name}, yet it wrote ${JSON.stringify(wrong)}`,
          )
      }
      return answer
    },
    async send({ ip, ...request }) {
      const answer = await sendInTime({ ...request, headers: { 'x-forwarded-for': ip } }, request.url)
      check(answer, request.url)
      return answer
    },
    async work() {
      for (const job of jobsOf(deps).filter(({ name }) => !name.startsWith('partner-statements-')))
        await job.run(new AbortController().signal, { kind: 'system', job: job.name })
      await catchUp(deps)
      checkLog('background work')
    },
    async expectSound() {
      const breaches = await findBreaches(app.db.pool, allInvariants)
      if (breaches.length > 0)
        throw new Fault(
          `broken: ${JSON.stringify(breaches, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)).slice(0, 2000)}`,
        )
    },
    async close() {
      await watch.close()
      await sandbox.close()
      await app.close()
    },
  }
}

/** On an idle machine a password hash and a query take a tenth of this limit. */
async function isMachineBusy({ db, deps }: TestApp): Promise<boolean> {
  const startedAt = performance.now()
  await hashPassword('a quiet harbour', deps.randomBytes(16))
  await db.pool.query('SELECT 1')
  return performance.now() - startedAt > 500
}

const isWebhook = ({ path }: Endpoint): boolean => path.endsWith('/callback')

/**
 * The verb starts to process the webhook after its response, and a locked one is skipped, so this waits for all of
 * them.
 */
async function settleWebhooks({ deps, db }: TestApp): Promise<void> {
  for (let round = 0; ; round++) {
    await processWebhooks(deps)
    await processNotices(deps)
    const { rows } = await db.pool.query(
      `SELECT body FROM payments.callbacks WHERE processed_at IS NULL AND next_attempt_at <= $1
       UNION ALL SELECT body FROM verification.notices WHERE processed_at IS NULL AND next_attempt_at <= $1`,
      [deps.clock.now()],
    )
    if (rows.length === 0) return
    if (round === 100) throw new Fault(`webhooks stay unprocessed: ${JSON.stringify(rows)}`)
  }
}

/** Waits until no transaction of the last request is running. */
async function untilIdle({ db: { pool } }: TestApp): Promise<void> {
  for (let quiet = 0; quiet < 2;) {
    await new Promise((resolve) => setImmediate(resolve))
    quiet = pool.idleCount === pool.totalCount && pool.waitingCount === 0 ? quiet + 1 : 0
  }
}

function injection(endpoint: Endpoint, { params = {}, query = {}, body, raw, token, headers, querySuffix }: Request) {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, key: string) => encoded(params[key] ?? '-') || '-')
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value]).map(
      (each) => `${key}${Array.isArray(value) ? '[]' : ''}=${encoded(each)}`,
    ),
  )
  const search = [...pairs, ...(querySuffix ? [querySuffix] : [])].join('&')
  const sent = raw ?? (body === undefined ? null : { bytes: JSON.stringify(body), type: 'application/json' })
  return {
    method: endpoint.method,
    url: search ? `${path}?${search}` : path,
    ...(token ? { token } : {}),
    ...(sent ? { payload: sent.bytes } : {}),
    headers: { ...(sent ? { 'content-type': sent.type } : {}), ...headers },
  }
}

/** Returns text that a URL can contain: a lone surrogate has no encoding. */
function encoded(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return encodeURIComponent(text.slice(0, 1000).toWellFormed())
}
