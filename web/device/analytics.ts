/** Funnel events for the operator's tag manager: loaded only when configured, and only with consent. */
import { type Consent, consentEvent } from './preferences.ts'

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
}
export type Analytics = { track(event: AnalyticsEvent, data?: AnalyticsData): void; onConsent(): void }

/** Events before the consent decision are queued, and dropped on refusal. */
export function createAnalytics({ gtm, consent, layer, load }: AnalyticsParts): Analytics {
  let waiting: object[] = []
  let isLoaded = false
  const onConsent = () => {
    if (gtm === null || consent() === 'unasked') return
    if (consent() === 'accepted' && !isLoaded) {
      isLoaded = true
      layer().push({ 'gtm.start': Date.now(), event: 'gtm.js' }, ...waiting)
      load(`https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(gtm)}`)
    }
    waiting = []
  }
  return {
    onConsent,
    track(event, data = {}) {
      if (gtm === null || consent() === 'declined') return
      if (isLoaded) layer().push({ event, ...data })
      else if (waiting.length < waitingMax) waiting.push({ event, ...data })
      onConsent()
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
  const started = createAnalytics({ gtm, consent, layer: () => (window.dataLayer ??= []), load: loadScript })
  analytics = started
  started.track('pageLoad', { loadTime: Math.round(performance.now()) })
  for (const [event, data] of early) started.track(event, data)
  early = []
  addEventListener(consentEvent, () => started.onConsent())
}

/** The content policy allows scripts by nonce only; the tag manager propagates it. */
function loadScript(address: string): void {
  const script = document.createElement('script')
  script.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
  script.async = true
  script.src = address
  document.head.append(script)
}
