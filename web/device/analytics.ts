/** Sends funnel events to the operator's tag manager, which is loaded only if configured and with consent. */
import { type Consent, consentEvent, hideCookieNotice } from './preferences.ts'
import { writeStored } from './storage.ts'

declare global {
  interface Window {
    dataLayer?: unknown[]
  }
}

/** Event fields (specification, section 3). Amounts are in currency units. */
export type AnalyticsData = {
  step?: string
  regType?: string
  /** Milliseconds from the click that opened the page until it is interactive. */
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
  /** The event queue of the tag manager, created on the first call. */
  layer(): unknown[]
  load(address: string): void
  /** Stops the tag manager from sending anything. Called once, when consent is withdrawn while it runs. */
  silence(): void
}
export type Analytics = { track(event: AnalyticsEvent, data?: AnalyticsData): void; onConsent(): void }

/**
 * Queues events until the consent decision, and drops them on refusal. After consent is withdrawn, this document sends
 * nothing more, even if consent is given again; the next document does.
 */
export function createAnalytics({ gtm, consent, layer, load, silence }: AnalyticsParts): Analytics {
  let queued: object[] = []
  let state: 'off' | 'running' | 'ended' = 'off'
  const onConsent = () => {
    if (gtm === null || state === 'ended' || consent() === 'unasked') return
    if (consent() === 'accepted' && state === 'off') {
      state = 'running'
      layer().push({ 'gtm.start': Date.now(), event: 'gtm.js' }, ...queued)
      load(`https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(gtm)}`)
    }
    if (consent() === 'declined' && state === 'running') {
      state = 'ended'
      silence()
    }
    queued = []
  }
  return {
    onConsent,
    track(event, data = {}) {
      // Another tab may have withdrawn consent.
      onConsent()
      if (gtm === null || state === 'ended' || consent() === 'declined') return
      if (state === 'running') layer().push({ event, ...data })
      else if (queued.length < maxQueued) queued.push({ event, ...data })
    },
  }
}
const maxQueued = 100

let analytics: Analytics | null = null
let eventsBeforeStart: Array<[event: AnalyticsEvent, data: AnalyticsData | undefined]> = []
/** Events are queued until `startAnalytics`, which is loaded after hydration. */
export function track(event: AnalyticsEvent, data?: AnalyticsData): void {
  if (analytics) analytics.track(event, data)
  else if (eventsBeforeStart.length < maxQueued) eventsBeforeStart.push([event, data])
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
  // The tag manager of another tab may have written its cookies again before it stopped.
  if (consent() === 'declined') removeCookies()
  started.track('pageLoad', { loadTime: Math.round(performance.now()) })
  for (const [event, data] of eventsBeforeStart) started.track(event, data)
  eventsBeforeStart = []
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
/** Notifies other tabs. If storage is blocked, they still read the cookie before their next event. */
function notifyTabs(): void {
  writeStored('local', answeredKey, String(Date.now()))
}

/** The content security policy allows scripts by nonce only; the tag manager passes the nonce on. */
function loadScript(address: string): void {
  const script = document.createElement('script')
  script.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
  script.async = true
  script.src = address
  document.head.append(script)
}

/**
 * Adds a second, stricter content security policy, which stops all requests of the tag manager. Running code can only
 * be unloaded with a new document, and that would lose what the visitor is doing. The server lists the chat providers.
 */
function blockMeasuring(): void {
  const chat = document.documentElement.dataset.chat ?? ''
  const policy = document.createElement('meta')
  policy.httpEquiv = 'Content-Security-Policy'
  policy.content = `connect-src 'self' ${chat};img-src 'self' data: blob: ${chat};script-src 'self' ${chat}`
  document.head.append(policy)
}

/** Removes Google's cookies of this host and its parent domains. */
function removeCookies(): void {
  const names = document.cookie.split(';').map((pair) => pair.split('=')[0]!.trim())
  const labels = location.hostname.split('.')
  const domains = ['', ...labels.map((_, index) => `;domain=.${labels.slice(index).join('.')}`)]
  for (const name of names.filter((known) => /^_g(a|id|at|cl)(_|$)/.test(known)))
    for (const domain of domains) document.cookie = `${name}=;path=/;max-age=0${domain}`
}
