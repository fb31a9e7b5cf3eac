/** Decides which modals are open; the dialog stack is loaded when the first one opens. */
import { lazy, Suspense, useEffect, useState } from 'react'
import { useNavigator, useLocation, useVisitor } from '../render/router.tsx'
import { reloadOnce } from '../render/reload-once.ts'
import { readModals } from './modal-state.ts'

// The address keeps the modal: it opens on the page that is loaded again.
const ModalStack = lazy(() => import('./modal-stack.tsx').catch(reloadOnce))

export function ModalHost() {
  const navigator = useNavigator()
  const { search } = useLocation()
  const { isSignedIn, init } = useVisitor()
  const [isMounted, setMounted] = useState(false)
  const { restrictType, config } = init
  const { isLoyaltyEnabled } = config
  const read = readModals(search, { isSignedIn, restrictType, isLoyaltyEnabled })
  // The URL is outside React: keys of unavailable modals are removed from it, and only those. While it hydrates, the
  // page has the query as the server rendered it, without the keys that no page reads.
  useEffect(() => {
    const { search: current } = navigator.place
    const kept = readModals(current, { isSignedIn, restrictType, isLoyaltyEnabled }).search
    if (kept !== current) navigator.setSearch(kept, { replace: true })
  }, [search, isSignedIn, restrictType, isLoyaltyEnabled, navigator])
  // Dialogs use portals, which the server does not render: they open after hydration.
  useEffect(() => {
    if (read.open.length > 0) setMounted(true)
  }, [read.open.length])
  return isMounted ? (
    <Suspense fallback={null}>
      <ModalStack open={read.open} />
    </Suspense>
  ) : null
}
