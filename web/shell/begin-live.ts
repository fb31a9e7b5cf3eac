/** Opens the realtime connection with its public handlers, and reads lists. A separate chunk that no page waits for. */
import '../design/toast/toast-list.tsx'
import { accessToken, onSessionChange } from '../api/session.ts'
import { live } from '../live/page-live.ts'
import { hasUsedChat } from '../live/used-chat.ts'
import { followConnection } from '../features/connection/connection-notice.ts'
import { followTournaments } from '../features/tournaments/live.ts'
import type { Navigator } from '../render/navigate.ts'
import { query } from '../render/page.ts'
import { closeLeftPanels } from './close-left-panels.ts'

/** Loaded at startup (specification, section 7): filters and the registration have them when they open. */
const lists = [
  query('GET /api/game/providers'),
  query('GET /api/player/fields/validations', { query: { scenario: 'registration' } }),
]

export async function beginLive(navigator: Navigator): Promise<void> {
  closeLeftPanels()
  // What shows one of them reads it itself, and explains a failure.
  for (const list of lists) void navigator.loader.fetch(list).catch(() => undefined)
  followTournaments(live, navigator)
  followConnection(live, navigator)
  if (hasUsedChat()) void loadChat().then(({ resumeChat }) => resumeChat(navigator))
  let isFollowed = false
  const followPlayer = async () => {
    if (isFollowed || accessToken() === null) return
    isFollowed = true
    // Without its chunk the connection stays open; the next change of the session asks for it again.
    const part = await import('./player-live.ts').catch(() => null)
    if (part) part.followPlayer(live, navigator)
    else isFollowed = false
  }
  onSessionChange(() => void followPlayer())
  await followPlayer()
  await live.start({ maxServerPingDelay: navigator.visitor.init.config.maxServerPingDelayMs })
}

/** Links to the contact page open the chat, whose code decides whether there is one. */
export async function openHelp(navigator: Navigator, link: HTMLAnchorElement): Promise<void> {
  const { openChat } = await loadChat()
  await openChat(navigator, link)
}

export { showPreviousSignIn } from '../features/session/show-previous-sign-in.ts'

const loadChat = () => import('../features/chat/open-chat.ts')
