/**
 * The service worker: stores files for repeat visits, shows an offline page and pushed messages. It stores no answers
 * of the API and no pages, so its caches contain neither personal data nor nonces of the content security policy. The
 * offline page has no nonce and does not hydrate. It shows the player's own games from an entry that names the player,
 * only while that player's token is on the device. A new worker takes over at once, which is harmless because no page's
 * behaviour depends on it. `SERVICE_WORKER=false` serves a script that deletes all caches and unregisters.
 */
import { internalLink, readMessage } from './message.ts'
import { isPermanent, kindOf, localeOf } from './request-kind.ts'
import type { FetchEvent, NotificationEvent, PushEvent, WorkerScope } from './scope.ts'
import { artStore, assetStore, localeNote, noteStore, offlineStore } from './stores.ts'

const worker = globalThis as unknown as WorkerScope
const { build, name, icon, defaultLocale, locales, assets } = worker.release
const { origin } = worker.location
const maxAssets = 400

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(activate()))
worker.addEventListener('fetch', (event) => {
  const kind = kindOf(event.request, origin)
  if (kind === 'page') event.respondWith(pageOrOffline(event))
  if (kind === 'asset') event.respondWith(stored(event))
  if (kind === 'art') event.respondWith(storedThenRefreshed(event))
})
worker.addEventListener('push', (event) => event.waitUntil(show(event)))
worker.addEventListener('notificationclick', (event) => event.waitUntil(follow(event)))

/** The new worker takes over immediately. Open pages are not reloaded, because they have loaded all they need. */
async function install(): Promise<void> {
  const pages = Object.values(locales).map(({ offline }) => offline)
  const offline = await worker.caches.open(offlineStore(build))
  await offline.addAll(pages.map((page) => new Request(page, { cache: 'reload', credentials: 'omit' })))
  const store = await worker.caches.open(assetStore)
  // These files are in the HTTP cache of the browser, because the page that registered the worker uses them.
  await addMissing(store, assets)
  const first = await offline.match(locales[defaultLocale]!.offline)
  await addMissing(await worker.caches.open(artStore), picturesOf((await first?.text()) ?? ''))
  await worker.skipWaiting()
}

/** Stores missing files. One that fails now is stored when a page requests it. */
async function addMissing(store: Cache, addresses: string[]): Promise<void> {
  await Promise.allSettled(addresses.map(async (address) => (await store.match(address)) ?? store.add(address)))
}

/** Returns the addresses of the tiles of an offline page. */
function picturesOf(html: string): string[] {
  return [...html.matchAll(/<img src="([^"]+)" data-tile/g)].map(([, address]) => address!)
}

async function activate(): Promise<void> {
  const names = await worker.caches.keys()
  const old = names.filter((store) => store.startsWith(offlineStore('')) && store !== offlineStore(build))
  await Promise.all(old.map((store) => worker.caches.delete(store)))
  await worker.registration.navigationPreload?.enable()
  await worker.clients.claim()
}

/** Answers with the network's response, also if it is an error, and with the offline page if there is none. */
async function pageOrOffline({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    return (await offlinePage(new URL(request.url).pathname)) ?? Response.error()
  }
}

async function offlinePage(pathname: string): Promise<Response | undefined> {
  const locale = localeOf(pathname, Object.keys(locales), await lastLocale(), defaultLocale)
  return (await worker.caches.open(offlineStore(build))).match(locales[locale]!.offline, { ignoreVary: true })
}

async function lastLocale(): Promise<string> {
  const note = await (await worker.caches.open(noteStore)).match(localeNote)
  return (await note?.text()) ?? defaultLocale
}

async function stored(event: FetchEvent): Promise<Response> {
  const store = await worker.caches.open(assetStore)
  return (await store.match(event.request)) ?? fetchInto(store, event, isPermanent)
}

async function storedThenRefreshed(event: FetchEvent): Promise<Response> {
  const store = await worker.caches.open(artStore)
  const cached = await store.match(event.request)
  const fresh = fetchInto(store, event)
  if (!cached) return fresh
  event.waitUntil(fresh.catch(() => undefined))
  return cached
}

async function fetchInto(
  store: Cache,
  event: FetchEvent,
  mayBeStored: (cacheControl: string | null) => boolean = () => true,
): Promise<Response> {
  const answer = await fetch(event.request)
  if (answer.ok && answer.type === 'basic' && mayBeStored(answer.headers.get('cache-control')))
    event.waitUntil(add(store, event.request, answer.clone()))
  return answer
}

/** Stores a file and removes the oldest ones above the limit. A full disk must not fail the page. */
async function add(store: Cache, request: Request, answer: Response): Promise<void> {
  try {
    await store.put(request, answer)
    const entries = await store.keys()
    await Promise.all(entries.slice(0, Math.max(0, entries.length - maxAssets)).map((oldest) => store.delete(oldest)))
  } catch {
    // The file is fetched again next time.
  }
}

/** Shows a notification for every push, as browsers require. Without a session it does not contain the message. */
async function show({ data }: PushEvent): Promise<void> {
  const message = readMessage(data?.text(), origin)
  const isSignedOut = worker.cookieStore !== undefined && !(await worker.cookieStore.get('access_token'))
  const locale = localeOf('/', Object.keys(locales), await lastLocale(), defaultLocale)
  if (!message || isSignedOut)
    return worker.registration.showNotification(name, {
      body: locales[locale]!.signedOut,
      icon,
      tag: 'message',
      data: '/',
    })
  const { title, body, link, tag } = message
  return worker.registration.showNotification(title, {
    body,
    icon,
    data: link,
    ...(tag !== undefined && { tag }),
  })
}

/**
 * Focuses a tab that already shows the target, and otherwise opens a new one. It never navigates an open tab, in which
 * the player may be making a deposit.
 */
async function follow({ notification }: NotificationEvent): Promise<void> {
  notification.close()
  const target = origin + internalLink(notification.data, origin)
  const tabs = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const tab = tabs.find(({ url }) => url === target)
  await (tab ? tab.focus() : worker.clients.openWindow(target))
}
