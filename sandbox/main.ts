/** The sandbox: a separate little server that plays the payment partner and catches mails, for a house without real partners. */
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Faults, noFaults } from './faults.ts'
import { type Applicants, createApplicants } from './identity-check/applicants.ts'
import { identityCheckRoutes, sandboxIdentityKeys } from './identity-check/api.ts'
import { createWebhooks, type Webhooks } from './identity-check/webhooks.ts'
import { addMessage, messageRoutes, type NewMessage } from './messages/messages.ts'
import { createNotices, type Notices } from './notices.ts'
import type { SandboxChain } from './chain/chain.ts'
import { chainRoutes } from './chain/pages.ts'
import { bankRoutes } from './pages/bank.ts'
import { frameRoutes } from './pages/frame.ts'
import { inboxRoutes } from './pages/inbox.ts'
import { kioskRoutes } from './pages/kiosk.ts'
import { payRoutes } from './pages/pay.ts'
import { apiRoutes } from './payments/api.ts'
import { createPayments, type Payments } from './payments/payments.ts'
import { createPayouts, type Payouts } from './payments/payouts.ts'
import { ratesRoutes } from './rates.ts'
import { answerRequest } from './router.ts'
import { createOidc } from './social/oidc.ts'
import { socialRoutes } from './social/pages.ts'
import { type Message, openStore, type State } from './state.ts'

export type SandboxOptions = {
  /** 0 takes any free port. */
  port: number
  /** Local by default: the inbox shows codes. */
  host?: string
  /** Where the house listens; a function where that is known only later. */
  houseUrl: string | (() => string)
  /** How players reach the sandbox's pages; default http://localhost:<port>. */
  publicUrl?: string
  /** Shared with the house: signs the notices, and the API key derives from it. */
  secret: string
  /** The file that keeps what was done; null forgets on close. */
  statePath: string | null
  autoApproveMs?: number
  sendMs?: number
  confirmMs?: number
  instructMs?: number
  retryDelaysMs?: number[]
  /** The file that keeps a chain of the sandbox's own; without it there is none. */
  chainStatePath?: string | null
  /** The name that the house knows this partner by, and the header of its signatures. */
  partner?: { name: string; signatureHeader: string }
  /** How long an identity check takes. */
  reviewMs?: number
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
  addMessage(message: NewMessage): Message
  close(): Promise<void>
}

/** The key that the house's adapter sends; derived, so that one secret in the settings is enough. */
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
  const houseUrl = () =>
    (typeof options.houseUrl === 'function' ? options.houseUrl() : options.houseUrl).replace(/\/$/, '')
  const partner = options.partner ?? { name: 'sandbox', signatureHeader: 'sandbox-signature' }
  let publicUrl = options.publicUrl ?? ''
  const notices = createNotices({
    store,
    faults,
    secret: options.secret,
    signatureHeader: partner.signatureHeader,
    callbackUrl: () => `${houseUrl()}/api/partners/payments/${partner.name}/callback`,
    retryDelaysMs: options.retryDelaysMs ?? [1000, 2000, 4000, 8000, 15_000, 30_000, 60_000],
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
    callbackUrl: () => `${houseUrl()}/api/partners/identity-check/sumsub/callback`,
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
    ...identityCheckRoutes(applicants, identityKeys),
    ...inboxRoutes({ store, payments, payouts, faults, hasChain: Boolean(options.chainStatePath) }),
    ...socialRoutes({ oidc, secret: options.secret }),
    ...ratesRoutes(options.secret),
  ]
  const server = createServer(
    (request, response) =>
      void (/^\/oidc(\/|$)/.test(request.url ?? '')
        ? oidc.answer(request, response)
        : answerRequest(routes, request, response)),
  )
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(options.port, options.host ?? '127.0.0.1', resolve),
  )
  // Beside the opened doors: nobody waits for a chain but who wants to pay on it.
  const chainStart = options.chainStatePath
    ? startChain(options.chainStatePath).then((started) => (chain = started))
    : null
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
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
    addMessage: (message) => addMessage(store, message),
    async close() {
      notices.stop()
      webhooks.stop()
      for (const timer of timers) clearTimeout(timer)
      await (await chainStart)?.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Null, and one sentence, where it cannot run: the rest of the sandbox does. */
async function startChain(statePath: string): Promise<SandboxChain | null> {
  const { startSandboxChain } = await import('./chain/chain.ts')
  return startSandboxChain({ statePath }).catch((error: Error) => {
    console.error(`The sandbox's chain did not start: ${error.message}`)
    return null
  })
}

/** `node sandbox/main.ts`: on its own, for a house that runs elsewhere. */
if (import.meta.main) {
  const {
    SANDBOX_PORT = '3001',
    SANDBOX_HOST,
    SANDBOX_SECRET,
    SANDBOX_STATE = 'data/sandbox.json',
    PUBLIC_URL = 'http://localhost:3000',
    SANDBOX_URL,
  } = process.env
  if (!SANDBOX_SECRET) throw new Error('SANDBOX_SECRET is missing: the house and the sandbox share it')
  const sandbox = await createSandbox({
    port: Number(SANDBOX_PORT),
    host: SANDBOX_HOST,
    houseUrl: PUBLIC_URL,
    publicUrl: SANDBOX_URL,
    secret: SANDBOX_SECRET,
    statePath: SANDBOX_STATE,
  })
  console.log(`Sandbox inbox: ${sandbox.url}/inbox`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.close())
}
