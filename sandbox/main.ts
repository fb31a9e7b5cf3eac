/** The sandbox: a separate server that acts as the partners and receives mail, for a site without real partners. */
import { createHmac } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { beaconRoutes } from './beacon.ts'
import { type Faults, noFaults } from './faults.ts'
import { type Applicants, createApplicants } from './identity-check/applicants.ts'
import { identityCheckRoutes, sandboxIdentityKeys } from './identity-check/api.ts'
import { createWebhooks, type Webhooks } from './identity-check/webhooks.ts'
import { addMessage, messageRoutes, type NewMessage } from './messages/messages.ts'
import { chatWidgetRoutes } from './chat-widget/widget.ts'
import { createNotices, type Notices } from './notices.ts'
import type { SandboxChain } from './chain/chain.ts'
import { chainRoutes } from './chain/pages.ts'
import { authenticatorRoutes } from './pages/authenticator.ts'
import { bankRoutes } from './pages/bank.ts'
import { frameRoutes } from './pages/frame.ts'
import { inboxRoutes } from './pages/inbox.ts'
import { kioskRoutes } from './pages/kiosk.ts'
import { payRoutes } from './pages/pay.ts'
import { apiRoutes } from './payments/api.ts'
import { createPayments, type Payments } from './payments/payments.ts'
import { createPayouts, type Payouts } from './payments/payouts.ts'
import { ratesRoutes } from './rates.ts'
import { createRouter } from './router.ts'
import { createOidc, oidcPlugin } from './social/oidc.ts'
import { socialRoutes } from './social/pages.ts'
import type { Sportsbook } from './sportsbook/sportsbook.ts'
import { type Message, openStore, type State } from './state.ts'
import type { Studio } from './studio/studio.ts'

/** The path prefix of the game studio. */
export const studioPath = '/game-studio'
/** The path prefix of the sportsbook. */
export const sportsbookPath = '/sportsbook'

export type SandboxOptions = {
  /** 0 selects any free port. */
  port: number
  /** The host; local by default, because the inbox shows codes. */
  host?: string
  /** Address of the site; a function if it is known only later. */
  operatorUrl: string | (() => string)
  /** Address of the sandbox for players; default http://localhost:<port>. */
  publicUrl?: string
  /** The secret shared with the site. It signs the webhooks, and the API key is derived from it. */
  secret: string
  /** File that stores the state; null discards it on close. */
  statePath: string | null
  autoApproveMs?: number
  sendMs?: number
  confirmMs?: number
  instructMs?: number
  retryDelaysMs?: number[]
  /** The time of webhooks' signatures; by default this machine's. */
  now?: () => Date
  /** File that stores the sandbox's chain; without it there is no chain. */
  chainStatePath?: string | null
  /** Slug of this partner on the site, and the name of its signature header. */
  partner?: { slug: string; signatureHeader: string }
  /** Duration of an identity check. */
  reviewMs?: number
  /** Starts the game studio, with its private key and the site's public one. */
  studio?: { keys: { privateKey: string; publicKey: string }; slug?: string; timeoutMs?: number }
  /** Starts the sportsbook. */
  sportsbook?: { journalPath: string | null; liveDelayMs?: number }
}

export type Sandbox = {
  url: string
  apiKey: string
  state: State
  faults: Faults
  payments: Payments
  payouts: Payouts
  notices: Notices
  applicants: Applicants
  webhooks: Webhooks
  sportsbook: Sportsbook | null
  studio: Studio | null
  addMessage(message: NewMessage): Message
  close(): Promise<void>
}

/** The key that the site's adapter sends. It is derived, so that one secret in the settings is sufficient. */
export function sandboxApiKey(secret: string): string {
  return createHmac('sha256', secret).update('sandbox api key').digest('hex')
}

export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const store = openStore(options.statePath)
  const faults: Faults = { ...noFaults }
  const timers = new Set<NodeJS.Timeout>()
  const onTimer = (work: () => void, delayMs: number) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, delayMs)
    timers.add(timer)
  }
  const operatorUrl = () =>
    (typeof options.operatorUrl === 'function' ? options.operatorUrl() : options.operatorUrl).replace(/\/$/, '')
  const partner = options.partner ?? { slug: 'sandbox', signatureHeader: 'sandbox-signature' }
  let publicUrl = options.publicUrl ?? ''
  const notices = createNotices({
    store,
    faults,
    secret: options.secret,
    signatureHeader: partner.signatureHeader,
    callbackUrl: () => `${operatorUrl()}/api/partners/payments/${partner.slug}/callback`,
    retryDelaysMs: options.retryDelaysMs ?? [1000, 2000, 4000, 8000, 15_000, 30_000, 60_000],
    now: options.now ?? (() => new Date()),
  })
  const payments = createPayments({
    store,
    notices,
    faults,
    onTimer,
    confirmMs: options.confirmMs ?? 4000,
    instructMs: options.instructMs ?? 1200,
    publicUrl: () => publicUrl,
  })
  const payouts = createPayouts({
    store,
    notices,
    onTimer,
    autoApproveMs: options.autoApproveMs ?? 4000,
    sendMs: options.sendMs ?? 2500,
  })
  const identityKeys = sandboxIdentityKeys(options.secret)
  const webhooks = createWebhooks({
    secret: identityKeys.webhookSecret,
    faults,
    callbackUrl: () => `${operatorUrl()}/api/partners/identity-check/sumsub/callback`,
    retryDelaysMs: options.retryDelaysMs ?? [1000, 5000, 30_000],
  })
  const applicants = createApplicants({ store, webhooks, onTimer, reviewMs: options.reviewMs ?? 3000 })
  const apiKey = sandboxApiKey(options.secret)
  const oidc = createOidc({ publicUrl: () => publicUrl, secret: options.secret })
  let chain: SandboxChain | null = null
  const routes = [
    ...(options.chainStatePath ? chainRoutes(() => chain) : []),
    ...apiRoutes({ payments, payouts, faults, apiKey, publicUrl: () => publicUrl, state: () => store.state }),
    ...messageRoutes(store, (authorization) => authorization === `Bearer ${apiKey}`),
    ...payRoutes(payments),
    ...bankRoutes(payments),
    ...frameRoutes(payments),
    ...kioskRoutes(payments),
    ...authenticatorRoutes(),
    ...identityCheckRoutes(applicants, identityKeys),
    ...inboxRoutes({ store, payments, payouts, faults, hasChain: Boolean(options.chainStatePath) }),
    ...socialRoutes({ oidc, secret: options.secret }),
    ...ratesRoutes(options.secret),
    ...beaconRoutes(options.secret, faults),
    ...chatWidgetRoutes(),
  ]
  const app = createRouter(routes)
  const studio = options.studio
    ? await openStudio(options.studio, operatorUrl, () => `${publicUrl}${studioPath}`)
    : null
  // This hook runs before the router reads the body, because the studio has a server of its own, which shares the port
  // here.
  if (studio)
    app.addHook('onRequest', (request, reply, done) => {
      const { pathname } = new URL(request.url, 'http://sandbox')
      if (!pathname.startsWith(`${studioPath}/`)) return done()
      reply.hijack()
      void studio.handle(request.raw, reply.raw, pathname.slice(studioPath.length))
    })
  await app.register(oidcPlugin(oidc))
  const sportsbook = options.sportsbook ? await openSportsbook(options.sportsbook, operatorUrl, options.secret) : null
  if (sportsbook) await app.register(sportsbook.plugin, { prefix: sportsbookPath })
  sportsbook?.parts.listen(app.server, `${sportsbookPath}/feed`)
  await app.listen({ port: options.port, host: options.host ?? '127.0.0.1' })
  // The start is not awaited, because only payments on the chain need it.
  const chainStart = options.chainStatePath
    ? startChain(options.chainStatePath).then((started) => (chain = started))
    : null
  const url = `http://localhost:${(app.server.address() as AddressInfo).port}`
  publicUrl ||= url
  return {
    url,
    apiKey,
    state: store.state,
    faults,
    payments,
    payouts,
    notices,
    applicants,
    webhooks,
    sportsbook: sportsbook?.parts ?? null,
    studio,
    addMessage: (message) => addMessage(store, message),
    async close() {
      notices.stop()
      webhooks.stop()
      for (const timer of timers) clearTimeout(timer)
      studio?.close()
      await (await chainStart)?.close()
      await app.close()
    },
  }
}

/** The sportsbook is imported only if it is started, because the other partners do not need its calendar and prices. */
async function openSportsbook(
  { journalPath, liveDelayMs }: NonNullable<SandboxOptions['sportsbook']>,
  operatorUrl: () => string,
  secret: string,
) {
  const [{ createSportsbook }, { sportsbookPlugin }] = await Promise.all([
    import('./sportsbook/sportsbook.ts'),
    import('./sportsbook/routes.ts'),
  ])
  const parts = createSportsbook({
    walletUrl: () => `${operatorUrl()}/api/partners/sportsbook/sportsbook`,
    secret,
    journalPath,
    ...(liveDelayMs !== undefined && { liveDelayMs }),
  })
  return { parts, plugin: sportsbookPlugin(parts) }
}

async function openStudio(
  { keys, slug = 'lantern', timeoutMs }: NonNullable<SandboxOptions['studio']>,
  operatorUrl: () => string,
  publicUrl: () => string,
): Promise<Studio> {
  const { createStudio } = await import('./studio/studio.ts')
  return createStudio({
    ...keys,
    walletUrl: () => `${operatorUrl()}/api/partners/studios/${slug}`,
    publicUrl,
    ...(timeoutMs !== undefined && { timeoutMs }),
  })
}

/** Starts the chain. If it cannot run, logs the reason and returns null; the rest of the sandbox still runs. */
async function startChain(statePath: string): Promise<SandboxChain | null> {
  const { startSandboxChain } = await import('./chain/chain.ts')
  return startSandboxChain({ statePath }).catch((error: Error) => {
    console.error(`The sandbox's chain did not start: ${error.message}`)
    return null
  })
}

function readStudioKeys(path: string): { privateKey: string; publicKey: string } {
  const { site, studio } = JSON.parse(readFileSync(path, 'utf8')) as Record<
    'site' | 'studio',
    { privateKey: string; publicKey: string }
  >
  return { privateKey: studio.privateKey, publicKey: site.publicKey }
}

/** `node sandbox/main.ts` runs the sandbox standalone, for a site that runs elsewhere. */
if (import.meta.main) {
  const {
    SANDBOX_PORT = '3001',
    SANDBOX_HOST,
    SANDBOX_SECRET,
    SANDBOX_STATE = 'data/sandbox.json',
    SPORTSBOOK_JOURNAL = 'data/sandbox-bets.jsonl',
    STUDIO_KEYS = 'data/sandbox-studio-keys.json',
    PUBLIC_URL = 'http://localhost:3000',
    SANDBOX_URL,
    SANDBOX_SLUG = 'gateway',
  } = process.env
  if (!SANDBOX_SECRET || SANDBOX_SECRET.length < 16) {
    console.error('Set SANDBOX_SECRET, 16 characters or more: the same as for the site.')
    process.exit(1)
  }
  const sandbox = await createSandbox({
    port: Number(SANDBOX_PORT),
    ...(SANDBOX_HOST && { host: SANDBOX_HOST }),
    operatorUrl: PUBLIC_URL,
    ...(SANDBOX_URL && { publicUrl: SANDBOX_URL }),
    secret: SANDBOX_SECRET,
    statePath: SANDBOX_STATE,
    // For a site elsewhere, it is a gateway like any other (docs/payment-partners.md).
    partner: { slug: SANDBOX_SLUG, signatureHeader: 'payment-signature' },
    sportsbook: { journalPath: SPORTSBOOK_JOURNAL },
    // The site writes this file at its first start.
    ...(existsSync(STUDIO_KEYS) && { studio: { keys: readStudioKeys(STUDIO_KEYS) } }),
  })
  console.log(`Sandbox inbox: ${sandbox.url}/inbox`)
  console.log(`Payment gateway: ${sandbox.url}, API key ${sandbox.apiKey}`)
  console.log(`Webhooks: ${PUBLIC_URL}/api/partners/payments/${SANDBOX_SLUG}/callback, signed with SANDBOX_SECRET`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.close())
}
