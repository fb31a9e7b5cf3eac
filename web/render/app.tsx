/** The component tree that server and browser render: providers, shell, page, modals. */
import { type ComponentType, useEffect, useState } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { Boundary } from './boundary.tsx'
import { onceAllHydrated } from './hydrate-in-order.tsx'
import { LabelsContext } from './labels.tsx'
import { NavigatorContext, useLocation, useVisitor } from './router.tsx'
import type { Navigator } from './navigate.ts'
import { ErrorPage, PageBoundary } from './errors.tsx'
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

/** Keeps a page's persistent view, such as a running game, mounted while the visitor opens other pages. */
function Persistent() {
  const { page } = useLocation()
  const current = page.module.Persistent
  const [latest, setLatest] = useState<{ View: ComponentType } | null>(null)
  if (current && current !== latest?.View) setLatest({ View: current })
  const View = current ?? latest?.View
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
