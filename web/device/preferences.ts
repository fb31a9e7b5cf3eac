/** Display preferences: attributes of <html>, stored in cookies so that the server renders them. */
import { readCookie, writeCookie } from './cookies.ts'

export const themes = ['system', 'dark', 'light', 'contrast'] as const
type Preferences = {
  theme: (typeof themes)[number]
  drawer: 'wide' | 'compact'
  cookies: 'asked' | 'unasked'
  life: 'on' | 'off'
}

export type Consent = 'accepted' | 'declined' | 'unasked'
/** A window event fired when the visitor has decided. */
export const consentEvent = 'fairhouse:consent'

const yearSeconds = 31_536_000
const listeners = new Set<() => void>()

export function currentPreference<K extends keyof Preferences>(name: K): Preferences[K] {
  return document.documentElement.dataset[name] as Preferences[K]
}

export function setPreference<K extends 'theme' | 'drawer' | 'life'>(name: K, value: Preferences[K]): void {
  document.documentElement.dataset[name] = value
  writeCookie(name, value, yearSeconds)
  for (const listener of listeners) listener()
}

export function onPreferenceChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Stores the answer to the cookie notice: `read` if nothing required consent. */
export function answerCookies(answer: 'read' | 'accepted' | 'declined'): void {
  hideCookieNotice()
  writeCookie('cookies-notice', answer, yearSeconds)
  dispatchEvent(new Event(consentEvent))
}

/** Hides the notice after an answer, also one in another tab. */
export function hideCookieNotice(): void {
  document.documentElement.dataset.cookies = 'asked'
}

/** Shows the notice again. The stored answer applies until there is a new one. */
export function askCookiesAgain(): void {
  document.documentElement.dataset.cookies = 'unasked'
  document.querySelector<HTMLElement>('[data-notice=cookies] button')?.focus()
}

/** Returns the consent to analytics. The answer `read` is no consent, because nothing required it at that time. */
export function measuringConsent(): Consent {
  const answer = readCookie('cookies-notice')
  return answer === null ? 'unasked' : answer === 'accepted' ? 'accepted' : 'declined'
}

/** Dismisses the offer of another language permanently. */
export function dismissOffer(): void {
  delete document.documentElement.dataset.offer
  writeCookie('language-offer', 'dismissed', yearSeconds)
}

export function storeLocale(code: string): void {
  writeCookie('locale', code, yearSeconds)
}
