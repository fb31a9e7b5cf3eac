/** Funnel events for the operator's tag manager: loaded only when configured, and only with consent. */
import { type Consent, consentEvent, hideCookieNotice } from './preferences.ts'
import { writeStored } from './storage.ts'

declare global {
  interface Window {
    dataLayer?: unknown[]
  }
}

/** Event fields (specification, section 3); amounts in currency units. */
export type AnalyticsData = {
  step?: string
  regType?: string
  /** Milliseconds from the triggering click to an interactive page. */
  loadTime?: number
  walletOperationType?: string
  walletType?: string
  depositAmount?: number
  depositCurrency?: string
  successDepositNumber?: number
  withdrawAmount?: number
  withdrawCurrency?: string
  invoiceId?: string
}
export type AnalyticsEvent =
  | 'pageLoad'
  | 'registration'
  | 'wallet'
  | 'balance'
  | 'purchase'
  | 'purchaseFail'
  | 'withdraw'
  | 'withdrawFail'

export type AnalyticsParts = {
  /** The container id; null when not configured. */
  gtm: string | null
  consent(): Consent
  /** The tag manager's event queue; created when it loads. */
  layer(): unknown[]
  load(address: string): void
  /** Called once, when the consent is withdrawn while the tag manager runs: from then on, it must send nothing. */
  silence(): void
}
export type Analytics = { track(event: AnalyticsEvent, data?: AnalyticsData): void; onConsent(): void }

/**
 * Events before the consent decision are queued, and dropped on refusal. Once the consent is withdrawn, this document
 * measures nothing, even if it is given again; the next document does.
 */
export function createAnalytics({ gtm, consent, layer, load, silence }: AnalyticsParts): Analytics {
  let waiting: object[] = []
  let state: 'off' | 'running' | 'ended' = 'off'
  const onConsent = () => {
    if (gtm === null || state === 'ended' || consent() === 'unasked') return
    if (consent() === 'accepted' && state === 'off') {
      state = 'running'
      layer().push({ 'gtm.start': Date.now(), event: 'gtm.js' }, ...waiting)
      load(`https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(gtm)}`)
    }
    if (consent() === 'declined' && state === 'running') {
      state = 'ended'
      silence()
    }
    waiting = []
  }
  return {
    onConsent,
    track(event, data = {}) {
      // Another tab may have withdrawn the consent.
      onConsent()
      if (gtm === null || state === 'ended' || consent() === 'declined') return
      if (state === 'running') layer().push({ event, ...data })
      else if (waiting.length < waitingMax) waiting.push({ event, ...data })
    },
  }
}
const waitingMax = 100

let analytics: Analytics | null = null
let early: Array<[event: AnalyticsEvent, data: AnalyticsData | undefined]> = []
/** Events before `startAnalytics`, which is loaded after hydration, wait for it. */
export function track(event: AnalyticsEvent, data?: AnalyticsData): void {
  if (analytics) analytics.track(event, data)
  else if (early.length < waitingMax) early.push([event, data])
}

export function startAnalytics(gtm: string, consent: () => Consent): void {
  const started = createAnalytics({
    gtm,
    consent,
    layer: () => (window.dataLayer ??= []),
    load: loadScript,
    silence: () => {
      blockMeasuring()
      removeCookies()
    },
  })
  analytics = started
  // Another tab's tag manager may have written its cookies again before it ended.
  if (consent() === 'declined') removeCookies()
  started.track('pageLoad', { loadTime: Math.round(performance.now()) })
  for (const [event, data] of early) started.track(event, data)
  early = []
  addEventListener(consentEvent, () => {
    started.onConsent()
    notifyTabs()
  })
  addEventListener('storage', ({ key }) => {
    if (key !== answeredKey) return
    hideCookieNotice()
    started.onConsent()
  })
  addEventListener('pageshow', () => started.onConsent())
}

const answeredKey = 'cookies-answered'
/** Without storage, the other tabs read the cookie before their next event. */
function notifyTabs(): void {
  writeStored('local', answeredKey, String(Date.now()))
}

/** The content policy allows scripts by nonce only; the tag manager propagates it. */
function loadScript(address: string): void {
  const script = document.createElement('script')
  script.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
  script.async = true
  script.src = address
  document.head.append(script)
}

/**
 * Code that runs cannot be unloaded without a new document, which would lose what the visitor is doing. A second,
 * stricter policy ends all its requests at once instead. Chat providers are named by the server.
 */
function blockMeasuring(): void {
  const chat = document.documentElement.dataset.chat ?? ''
  const policy = document.createElement('meta')
  policy.httpEquiv = 'Content-Security-Policy'
  policy.content = `connect-src 'self' ${chat};img-src 'self' data: blob: ${chat};script-src 'self' ${chat}`
  document.head.append(policy)
}

/** Google's cookies, of this host and of the domains above it. */
function removeCookies(): void {
  const names = document.cookie.split(';').map((pair) => pair.split('=')[0]!.trim())
  const labels = location.hostname.split('.')
  const domains = ['', ...labels.map((_, index) => `;domain=.${labels.slice(index).join('.')}`)]
  for (const name of names.filter((known) => /^_g(a|id|at|cl)(_|$)/.test(known)))
    for (const domain of domains) document.cookie = `${name}=;path=/;max-age=0${domain}`
}
