/** Updates the page when the session starts or ends, in this tab or another. */
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

const sessionQueries = {
  predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => dependsOnSession(String(queryKey[0])),
}

async function beginSession(navigator: Navigator): Promise<void> {
  const [{ shellQueries }] = await Promise.all([loadNextPagePart(), loadPlayerPart()]).catch(reloadOnce)
  navigator.changeVisitor({ isSignedIn: true })
  void navigator.loader.client.invalidateQueries(sessionQueries)
  await Promise.allSettled(shellQueries(navigator.visitor).map((pageQuery) => navigator.loader.fetch(pageQuery)))
}

/**
 * Unmounts personal views before it empties their cache: a query that is removed while its view is mounted is sent
 * again.
 */
function endSession(navigator: Navigator, reason: SessionChange['reason']): void {
  const personal = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => isPersonal(String(queryKey[0])) }
  const { client } = navigator.loader
  if (navigator.visitor.isSignedIn) flushSync(() => navigator.changeVisitor({ isSignedIn: false }))
  void client.cancelQueries(personal)
  client.removeQueries(personal)
  void client.invalidateQueries(sessionQueries)
  const { locale, locales } = navigator.visitor
  const { page, search } = navigator.place
  const isPlayerPage = page.entry.access === 'player'
  const home = (query = '') => void navigator.go(localePath(`/${query}`, locale, locales))
  if (reason !== 'refused') return isPlayerPage || reason === 'otherTab' ? home() : undefined
  const signIn = withModal(search, 'sign-in')
  if (isPlayerPage) home(signIn)
  else navigator.setSearch(signIn, { isModal: true })
}
