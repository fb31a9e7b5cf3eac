/** Wallet and payments on a real database, a real sandbox partner and real HTTP between them. */
import { randomUUID } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import type { BoundRoute } from '#server/kernel/http/bind.ts'
import { issueAccessToken } from '#server/identity/sessions/access-token.ts'
import { offerKind } from '#server/bonuses/offer-kind.ts'
import { lifecycle as bonusLifecycle, routes as bonusRoutes } from '#server/bonuses/module.ts'
import { seedDefinitions } from '#server/kernel/definitions/seed.ts'
import { routes as limitRoutes } from '#server/protection/module.ts'
import { processWebhooks } from '#server/cashier/webhooks/process-webhooks.ts'
import { lifecycle as paymentLifecycle } from '#server/cashier/lifecycle.ts'
import { lifecycle as rewardLifecycle } from '#server/rewards/module.ts'
import { routes as paymentRoutes } from '#server/cashier/module.ts'
import { routes as swapRoutes } from '#server/transfers/swaps/module.ts'
import { routes as vaultRoutes } from '#server/transfers/vault/module.ts'
import { openAccount } from '#server/wallet/open-account.ts'
import { lifecycle as walletLifecycle, routes as walletRoutes } from '#server/wallet/module.ts'
import type { PlayerLifecycle } from '#server/kernel/player-lifecycle.ts'
import type { PaymentPartner } from '#server/partners/payments/port.ts'
import { createSandboxPay } from '#server/partners/payments/sandbox-pay.ts'
import type { Sportsbook } from '#server/partners/sportsbook/port.ts'
import { testApp } from './app.ts'
import { giveCash } from './funded-player.ts'
import { createSandbox, type Sandbox, type SandboxOptions } from '#sandbox/main.ts'

// Untyped, for brevity in tests; a wrong body fails the expectation.
export type Loose = any
export type Answer = { status: number; body: Loose }
export type TestPlayer = {
  id: string
  accounts: Record<string, string>
  token(): Promise<string>
  call(method: string, path: string, body?: unknown): Promise<Answer>
  /** Credits cash to the player as a deposit would. */
  fund(currency: string, amount: bigint): Promise<void>
  account(currency: string): Promise<Loose>
  token(): Promise<string>
}
export type Cashier = {
  url: string
  deps: Deps
  sandbox: Sandbox
  clock: { now(): Date; forward(ms: number): void; reset(): void }
  asOwner(sql: string, values?: unknown[]): Promise<{ rows: Loose[] }>
  /** Returns the result of each webhook, in order. */
  outcomes(): Promise<string[]>
  /**
   * Creates a player. By default the session's step-up never expires, because withdrawals to new destinations require
   * one.
   */
  player(options?: { currencies?: string[]; status?: number; isProven?: boolean }): Promise<TestPlayer>
  post(path: string, body: string | Buffer, headers: Record<string, string>): Promise<Answer>
  /** Sends and processes every pending webhook of the partner. */
  settle(): Promise<void>
  close(): Promise<void>
}

/** The delay between two webhooks of one payment: sent at the same moment, they can overtake each other. */
const stepMs = 60

export const noticeSecret = 'the secret shared with the sandbox'

export async function cashier(
  options: {
    sandbox?: Partial<SandboxOptions>
    partnerTimeoutMs?: number
    noticeSecrets?: string[]
    env?: Record<string, string>
    alsoPayments?: PaymentPartner[]
    alsoRoutes?: BoundRoute[]
    alsoLifecycles?: PlayerLifecycle[]
    /** The further partners alone. */ withoutSandbox?: boolean
    sportsbook?: (clock: Cashier['clock']) => Sportsbook
  } = {},
): Promise<Cashier> {
  let url = ''
  let forwardMs = 0
  const clock = {
    now: () => new Date(Date.now() + forwardMs),
    forward: (ms: number) => void (forwardMs += ms),
    reset: () => void (forwardMs = 0),
  }
  const sandbox = await createSandbox({
    port: 0,
    operatorUrl: () => url,
    secret: noticeSecret,
    statePath: null,
    autoApproveMs: 3_600_000,
    sendMs: stepMs,
    confirmMs: stepMs,
    instructMs: 0,
    retryDelaysMs: [20],
    now: clock.now,
    ...options.sandbox,
  })
  const partner = createSandboxPay({
    apiUrl: sandbox.url,
    apiKey: sandbox.apiKey,
    webhookSecrets: options.noticeSecrets ?? [noticeSecret],
    timeoutMs: options.partnerTimeoutMs ?? 2000,
  })
  const app = await testApp({
    routes: [
      ...walletRoutes,
      ...limitRoutes,
      ...bonusRoutes,
      ...paymentRoutes,
      ...swapRoutes,
      ...vaultRoutes,
      ...(options.alsoRoutes ?? []),
    ],
    env: { PUBLIC_URL: 'http://house.test', ACCESS_TOKEN_SECONDS: '3600', ...options.env },
    deps: (deps) => ({
      clock,
      lifecycles: [
        walletLifecycle,
        bonusLifecycle,
        paymentLifecycle,
        rewardLifecycle,
        ...(options.alsoLifecycles ?? []),
      ],
      partners: {
        ...deps.partners,
        payments: [...(options.withoutSandbox ? [] : [partner]), ...(options.alsoPayments ?? [])],
        ...(options.sportsbook && { sportsbook: options.sportsbook(clock) }),
      },
    }),
  })
  const { deps, db } = app
  await seedDefinitions(deps, [offerKind])
  url = await app.listen()
  const cashierApp: Cashier = {
    url,
    deps,
    sandbox,
    clock,
    asOwner: db.asOwner,
    outcomes: () =>
      db
        .asOwner('SELECT outcome FROM payments.callbacks ORDER BY id')
        .then(({ rows }) => rows.map((row) => row.outcome)),
    player: (wanted = {}) => newPlayer(cashierApp, wanted),
    post: (path, body, headers) =>
      send(url + path, {
        method: 'POST',
        body: body as BodyInit,
        headers: { 'content-type': 'application/json', ...headers },
      }),
    async settle() {
      // A webhook can cause another one a moment later (sent, then paid), so the queue must be empty twice.
      for (let quiet = 0; quiet < 2;) {
        await new Promise((resolve) => setTimeout(resolve, 15))
        await sandbox.notices.flush()
        await processWebhooks(deps)
        const { rows } = await db.asOwner(
          'SELECT count(*)::int AS open FROM payments.callbacks WHERE processed_at IS NULL',
        )
        const isStepping =
          (options.sandbox?.confirmMs === undefined &&
            Object.values(sandbox.state.payments).some(({ status }) => status === 'confirming')) ||
          (options.sandbox?.sendMs === undefined &&
            Object.values(sandbox.state.payouts).some(({ status }) => status === 'sent'))
        const isBusy =
          isStepping || rows[0].open > 0 || sandbox.state.notices.some((notice) => notice.deliveredAt === null)
        quiet = isBusy ? 0 : quiet + 1
      }
    },
    async close() {
      await sandbox.close()
      await app.close()
    },
  }
  return cashierApp
}

async function send(url: string, init: RequestInit): Promise<Answer> {
  const answer = await fetch(url, init)
  return { status: answer.status, body: await answer.json().catch(() => null) }
}

async function newPlayer(
  { url, deps, asOwner }: Cashier,
  { currencies = ['EUR'], status = 1, isProven = true }: NonNullable<Parameters<Cashier['player']>[0]>,
): Promise<TestPlayer> {
  const id = randomUUID()
  const sessionId = randomUUID()
  const now = deps.clock.now()
  await asOwner(
    `INSERT INTO identity.players (id, email, country, currency, status, created_at, updated_at) VALUES ($1, $2, 'DE', 'EUR', $3, $4, $4)`,
    [id, `${id}@example.test`, status, now],
  )
  await asOwner(
    `INSERT INTO identity.sessions (id, player_id, rotated_at, created_at, last_used_at, ip, user_agent, stepped_up_at) VALUES ($1, $2, $3, $3, $3, '127.0.0.1', 'test', $4)`,
    [sessionId, id, now, isProven ? '2999-01-01' : null],
  )
  const accounts: Record<string, string> = {}
  for (const [index, currency] of currencies.entries()) {
    accounts[currency] = (
      await deps.db.transaction((tx) => openAccount(tx, { playerId: id, currency, active: index === 0 }))
    ).id
  }
  // A new token for every call, because tests move the clock by days.
  const token = () => issueAccessToken(deps, { playerId: id, sessionId, generation: 1, issuedAt: deps.clock.now() })
  const call = async (method: string, path: string, body?: unknown) =>
    send(url + path, {
      method,
      headers: {
        authorization: `Bearer ${await token()}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  return {
    id,
    accounts,
    call,
    token,
    async fund(currency, amount) {
      await giveCash(deps, { playerId: id, currency, amount })
    },
    async account(currency) {
      const { body } = await call('GET', '/api/wallet/accounts')
      return body.find((account: { currency: string }) => account.currency === currency)
    },
  }
}
