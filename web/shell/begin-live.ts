/** Opens the realtime connection, with handlers for guests, and preloads lists. No page waits for this chunk. */
import '../design/toast/toast-list.tsx'
import { accessToken, onSessionChange } from '../api/session.ts'
import { live } from '../live/page-live.ts'
import { hasUsedChat } from '../live/used-chat.ts'
import { followConnection } from '../features/connection/connection-notice.ts'
import { followTournaments } from '../features/tournaments/live.ts'
import type { Navigator } from '../render/navigate.ts'
import { query } from '../render/page.ts'
import { closeLeftPanels } from './close-left-panels.ts'

/** Loaded at startup (specification, section 7), so that filters and the registration have them when they open. */
const lists = [
  query('GET /api/game/providers'),
  query('GET /api/player/fields/validations', { query: { scenario: 'registration' } }),
]

export async function beginLive(navigator: Navigator): Promise<void> {
  closeLeftPanels()
  // Views that need a list read it themselves and explain a failure.
  for (const list of lists) void navigator.loader.fetch(list).catch(() => undefined)
  followTournaments(live, navigator)
  followConnection(live, navigator)
  if (hasUsedChat()) void loadChat().then(({ resumeChat }) => resumeChat(navigator))
  let isFollowed = false
  const followPlayer = async () => {
    if (isFollowed || accessToken() === null) return
    isFollowed = true
    // If the chunk fails to load, the next connection or change of the session tries again.
    const part = await import('./player-live.ts').catch(() => null)
    if (part) part.followPlayer(live, navigator)
    else isFollowed = false
  }
  onSessionChange(() => void followPlayer())
  live.onState((isConnected) => isConnected && void followPlayer())
  const start = async () => {
    await followPlayer()
    await live.start({ maxServerPingDelay: navigator.visitor.init.config.maxServerPingDelayMs })
  }
  // The chunk of the connection may have been fetched while there was no network.
  addEventListener('online', () => void start().catch(() => undefined))
  await start()
}

/** Opens the chat for a link to the contact page. The chat's code decides whether one is available. */
export async function openHelp(navigator: Navigator, link: HTMLAnchorElement): Promise<void> {
  const { openChat } = await loadChat()
  await openChat(navigator, link)
}

export { showPreviousSignIn } from '../features/session/show-previous-sign-in.ts'

const loadChat = () => import('../features/chat/open-chat.ts')
