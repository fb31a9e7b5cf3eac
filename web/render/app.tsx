/** The component tree that server and browser render: providers, shell, page, modals. */
import { type ComponentType, useEffect, useState } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { Boundary } from './boundary.tsx'
import { onceAllHydrated } from './hydrate-in-order.tsx'
import { LabelsContext } from './labels.tsx'
import { NavigatorContext, useLocation, useNavigator, useVisitor } from './router.tsx'
import type { Navigator } from './navigate.ts'
import { ErrorPage, PageBoundary } from './errors.tsx'
import { openGame } from '../features/games/open-game.ts'
import { Shell } from '../shell/shell.tsx'
import { ModalHost } from '../modals/modal-host.tsx'

export function App({ navigator }: { navigator: Navigator }) {
  const { labels, client } = navigator.loader
  useEffect(() => {
    // Tells the inline start script to replay clicks: from now on React hydrates a clicked part immediately.
    dispatchEvent(new Event('fairhouse:hydrated'))
    onceAllHydrated(() => {
      document.documentElement.dataset.alive = ''
      dispatchEvent(new Event('fairhouse:alive'))
    })
  }, [])
  return (
    <QueryClientProvider client={client}>
      <LabelsContext value={labels}>
        <NavigatorContext value={navigator}>
          <Boundary resetKey="" fallback={() => <ErrorPage fault="failed" />}>
            <Shell>
              <Persistent />
              <PageView />
            </Shell>
            <ModalHost />
          </Boundary>
        </NavigatorContext>
      </LabelsContext>
    </QueryClientProvider>
  )
}

/**
 * Keeps a page's persistent view, such as a running game, mounted while the visitor opens other pages, and opens the
 * game again after a page that is loaded as a document.
 */
function Persistent() {
  const { page } = useLocation()
  const { labels } = useNavigator().loader
  const current = page.module.Persistent
  const [latest, setLatest] = useState<{ View: ComponentType } | null>(null)
  if (current && current !== latest?.View) setLatest({ View: current })
  const View = current ?? latest?.View
  const isAbsent = !View
  useEffect(() => {
    if (!isAbsent || !openGame()) return
    const reopen = async () => {
      const part = import('../features/games/persistent-game.tsx')
      await Promise.all(['games', 'lobby'].map((area) => labels.load(area)))
      const { PersistentGame } = await part
      setLatest({ View: PersistentGame })
    }
    // A game that cannot be loaded, such as without a connection, is opened from the lobby.
    const onAlive = () => void reopen().catch(() => undefined)
    if (document.documentElement.dataset.alive !== undefined) return onAlive()
    addEventListener('fairhouse:alive', onAlive, { once: true })
    return () => removeEventListener('fairhouse:alive', onAlive)
  }, [isAbsent, labels])
  return (
    View && (
      <Boundary resetKey={page.pathname} fallback={() => null}>
        <View />
      </Boundary>
    )
  )
}

function PageView() {
  const { page } = useLocation()
  const { isSignedIn } = useVisitor()
  const { View } = page.module
  // The session has ended; the home page is loading and replaces this one.
  if (page.entry.access === 'player' && !isSignedIn && !page.fault) return null
  return <PageBoundary>{page.fault ? <ErrorPage fault={page.fault} /> : <View key={page.pathname} />}</PageBoundary>
}
