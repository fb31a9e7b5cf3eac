/** Steps of the product's funnels, for the operator's tag manager: only where one is configured, and only once the visitor has agreed. */
declare global {
  interface Window {
    dataLayer?: unknown[]
  }
}

/** What events carry (specification, section 3); amounts in units of their currency. */
export type AnalyticsData = {
  step?: string
  regType?: string
  /** Milliseconds from the click that led here to a page that answers. */
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

export type Consent = 'accepted' | 'declined' | 'unasked'
export type AnalyticsParts = {
  /** The container's id; null where the operator has none. */
  gtm: string | null
  consent(): Consent
  /** Where the tag manager looks for events; made when it is loaded. */
  layer(): unknown[]
  load(address: string): void
}
export type Analytics = { track(event: AnalyticsEvent, data?: AnalyticsData): void; onConsent(): void }

/** Events before the visitor's answer wait in the page; with a refusal they are forgotten. */
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
/** Nothing is heard of before `startAnalytics`: what happens then happened before the page was alive. */
export function track(event: AnalyticsEvent, data?: AnalyticsData): void {
  analytics?.track(event, data)
}

export function startAnalytics(gtm: string | null, consent: () => Consent): void {
  if (gtm === null) return
  const started = createAnalytics({ gtm, consent, layer: () => (window.dataLayer ??= []), load: loadScript })
  analytics = started
  started.track('pageLoad', { loadTime: Math.round(performance.now()) })
  addEventListener(consentEvent, () => started.onConsent())
}

/** Heard on the window when the visitor has answered. */
export const consentEvent = 'fairhouse:consent'

/** The page's policy lets scripts in by its nonce alone; the tag manager hands the same one on to what it adds. */
function loadScript(address: string): void {
  const script = document.createElement('script')
  script.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
  script.async = true
  script.src = address
  document.head.append(script)
}
