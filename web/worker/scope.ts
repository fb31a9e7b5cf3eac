/**
 * Types for the part of the worker's scope that is used. TypeScript's types of workers conflict with those of pages.
 */

/** The data that the server puts before the script (server/http/page/worker.ts). */
export type Release = {
  /** The build of the pages that this worker belongs to. */
  build: string
  /** Name and icon of the site. */
  name: string
  icon: string
  defaultLocale: string
  /** For each locale, the offline page and the text shown for a message that arrives when nobody is signed in. */
  locales: Record<string, { offline: string; signedOut: string }>
  /** Hashed files of the lobby, which are stored on installation. */
  assets: string[]
}

type ExtendableEvent = Event & { waitUntil(work: Promise<unknown>): void }
export type FetchEvent = ExtendableEvent & {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}
export type PushEvent = ExtendableEvent & { data: { text(): string } | null }
export type NotificationEvent = ExtendableEvent & { notification: Notification }
export type WindowClient = { url: string; visibilityState: string; focus(): Promise<unknown> }

type Events = {
  install: ExtendableEvent
  activate: ExtendableEvent
  fetch: FetchEvent
  push: PushEvent
  notificationclick: NotificationEvent
}
export type WorkerScope = {
  release: Release
  location: Location
  caches: CacheStorage
  /** Missing in older browsers. */
  cookieStore?: { get(name: string): Promise<{ value?: string } | null> }
  registration: {
    navigationPreload?: { enable(): Promise<void> }
    showNotification(title: string, options: NotificationOptions): Promise<void>
  }
  clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<WindowClient[]>
    openWindow(url: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener<E extends keyof Events>(type: E, listener: (event: Events[E]) => void): void
}
