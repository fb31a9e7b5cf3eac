/** The tree rendered by both sides: providers, shell, page, modals. */
import { type ComponentType, useEffect, useState } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { Boundary } from './boundary.tsx'
import { onceAllHydrated } from './in-turn.tsx'
import { LabelsContext } from './labels.tsx'
import { NavigatorContext, useLocation, useVisitor } from './router.tsx'
import type { Navigator } from './navigate.ts'
import { ErrorPage, PageBoundary } from './errors.tsx'
import { Shell } from '../shell/shell.tsx'
import { ModalHost } from '../modals/modal-host.tsx'

export function App({ navigator }: { navigator: Navigator }) {
  const { labels, client } = navigator.loader
  useEffect(() => {
    // Signals the inline start script to replay presses: from now on React hydrates what is pressed, and at once.
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

/** What a page left running stays mounted in one place, whichever page is shown. */
function Persistent() {
  const { page } = useLocation()
  const own = page.module.Persistent
  const [latest, setLatest] = useState<{ View: ComponentType } | null>(null)
  if (own && own !== latest?.View) setLatest({ View: own })
  const View = own ?? latest?.View
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
  // The session has ended, and the home page is loading.
  if (page.entry.access === 'player' && !isSignedIn && !page.fault) return null
  return <PageBoundary>{page.fault ? <ErrorPage fault={page.fault} /> : <View key={page.pathname} />}</PageBoundary>
}
