/**
 * Registers the service worker, stores the data that it needs, and offers the installation. No page waits for this
 * chunk.
 */
import type { Game } from '#contract/games.ts'
import { accessToken, onSessionChange } from '../../api/session.ts'
import { apiKey } from '../../api/use-api.ts'
import type { Navigator } from '../../render/navigate.ts'
import { beginInstall } from './begin-install.ts'
import { type OwnGame, playerHere, writeOwnGames } from '../../worker/own-games.ts'
import { artStore, localeNote, noteStore } from '../../worker/stores.ts'

const lists = ['GET /api/game/games/played', 'GET /api/game/games/favorites'] as const
const maxGames = 12

/** If the browser refuses the worker or has no space, only the offline page is missing. */
export function beginApp(navigator: Navigator): void {
  begin(navigator).catch((error: unknown) => console.warn('The service worker is not available', error))
  beginInstall(navigator).catch((error: unknown) => console.warn('The installation cannot be offered', error))
}

async function begin(site: Navigator): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  if (document.documentElement.dataset.worker === undefined) return removeWorker()
  await navigator.serviceWorker.register('/worker.js', { updateViaCache: 'none' })
  await (await caches.open(noteStore)).put(localeNote, new Response(site.visitor.locale))
  followOwnGames(site)
  if (accessToken() === null) void forgetMessages()
  onSessionChange(({ isSignedIn }) => {
    if (!isSignedIn) void forgetMessages()
  })
}

/** Removes a worker that the operator has disabled. Its script removes itself too, but only when it is next fetched. */
async function removeWorker(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations()
  await Promise.all(registrations.map((registration) => registration.unregister()))
  if (registrations.length > 0) await Promise.all((await caches.keys()).map((store) => caches.delete(store)))
}

function followOwnGames({ loader: { client } }: Navigator): void {
  let writing = Promise.resolve()
  const write = () => {
    const player = playerHere()
    if (player === null) return
    const listed = lists.flatMap((route) => client.getQueryData<{ data: Game[] }>(apiKey(route))?.data ?? [])
    const games = [...new Map(listed.map((game) => [game.id, game])).values()].slice(0, maxGames)
    if (games.length === 0) return
    const tiles = games.map(({ name, thumbnails }) => ({ name, picture: thumbnails.portrait }))
    writing = writing.then(() => storeTiles(player, tiles)).catch(() => undefined)
  }
  write()
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && lists.includes(query.queryKey[0] as never)) write()
  })
}

async function storeTiles(player: string, games: OwnGame[]): Promise<void> {
  await writeOwnGames(player, games)
  const art = await caches.open(artStore)
  await Promise.allSettled(games.map(async ({ picture }) => (await art.match(picture)) ?? (await art.add(picture))))
}

/** Unsubscribes this device from the player's messages and closes those that it shows. */
async function forgetMessages(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
  for (const shown of (await registration?.getNotifications?.()) ?? []) shown.close()
}
