/** Registers the features' realtime handlers, then connects. A separate chunk that no page waits for. */
import '../design/toast/toast-list.tsx'
import { live } from '../live/page-live.ts'
import { hasUsedChat } from '../live/used-chat.ts'
import { followBonuses } from '../features/bonuses/live.ts'
import { followRealityChecks } from '../features/games/reality-check-live.ts'
import { followLoyalty } from '../features/loyalty/live.ts'
import { followMessages } from '../features/messages/live.ts'
import { followPayments } from '../features/payments/live.ts'
import { followQuests } from '../features/quests/live.ts'
import { followTournaments } from '../features/tournaments/live.ts'
import { followVerification } from '../features/verification/live.ts'
import { followWallet } from '../features/wallet/live.ts'
import type { Navigator } from '../render/navigate.ts'

export async function beginLive(navigator: Navigator): Promise<void> {
  const { client } = navigator.loader
  followWallet(live, client)
  followPayments(live, navigator)
  followBonuses(live, navigator)
  followRealityChecks(live, client)
  followLoyalty(live, client)
  followMessages(live, client)
  followVerification(live, client)
  followQuests(live, navigator)
  followTournaments(live, navigator)
  if (hasUsedChat()) void loadChat().then(({ resumeChat }) => resumeChat(navigator))
  await live.start()
}

/** Links to the contact page open the chat, whose code decides whether there is one. */
export async function openHelp(navigator: Navigator, link: HTMLAnchorElement): Promise<void> {
  const { openChat } = await loadChat()
  await openChat(navigator, link)
}

export { showPreviousSignIn } from '../features/session/show-previous-sign-in.ts'

const loadChat = () => import('../features/chat/open-chat.ts')
