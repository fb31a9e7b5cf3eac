/** What a page shows when its session starts or ends, here or in another tab. */
import { flushSync } from 'react-dom'
import { dependsOnSession, isPersonal } from '../api/personal.ts'
import { accessToken, onSessionChange, type SessionChange } from '../api/session.ts'
import { withModal } from '../modals/modal-state.ts'
import { loadPlayerPart } from '../shell/player-part.ts'
import { localePath } from './match.ts'
import type { Navigator } from './navigate.ts'
import { loadNextPagePart } from './next-page-part.ts'
import { onceHydrated } from './once-hydrated.ts'
import { reloadOnce } from './reload-once.ts'

export function followSession(navigator: Navigator): void {
  onSessionChange(({ isSignedIn, reason }) =>
    onceHydrated(() => {
      if (!isSignedIn) return endSession(navigator, reason)
      if (reason !== 'refreshed' || !navigator.visitor.isSignedIn) void beginSession(navigator)
    }),
  )
  // The token was removed while the page was loading.
  onceHydrated(() => {
    if (!accessToken() && navigator.visitor.isSignedIn) endSession(navigator, 'otherTab')
  })
}

const ofSession = {
  predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => dependsOnSession(String(queryKey[0])),
}

async function beginSession(navigator: Navigator): Promise<void> {
  const [{ shellQueries }] = await Promise.all([loadNextPagePart(), loadPlayerPart()]).catch(reloadOnce)
  navigator.changeVisitor({ isSignedIn: true })
  void navigator.loader.client.invalidateQueries(ofSession)
  await Promise.allSettled(shellQueries(navigator.visitor).map((wanted) => navigator.loader.fetch(wanted)))
}

/**
 * First removed from the screen, then from the cache: a query removed while its view is mounted would be sent again.
 */
function endSession(navigator: Navigator, reason: SessionChange['reason']): void {
  const personal = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => isPersonal(String(queryKey[0])) }
  const { client } = navigator.loader
  if (navigator.visitor.isSignedIn) flushSync(() => navigator.changeVisitor({ isSignedIn: false }))
  void client.cancelQueries(personal)
  client.removeQueries(personal)
  void client.invalidateQueries(ofSession)
  const { locale, locales } = navigator.visitor
  const { page, search } = navigator.place
  const isTheirs = page.entry.access === 'player'
  const home = (query = '') => void navigator.go(localePath(`/${query}`, locale, locales))
  if (reason !== 'refused') return isTheirs || reason === 'otherTab' ? home() : undefined
  const signIn = withModal(search, 'sign-in')
  if (isTheirs) home(signIn)
  else navigator.setSearch(signIn, { isModal: true })
}
