/** Decides which modals are open. The stack of dialogs is loaded when the first one opens. */
import { lazy, Suspense, useEffect, useState } from 'react'
import { useNavigator, useLocation, useVisitor } from '../render/router.tsx'
import { reloadOnce } from '../render/reload-once.ts'
import { readModals } from './modal-state.ts'

// The address contains the modal, so it opens after the reload.
const ModalStack = lazy(() => import('./modal-stack.tsx').catch(reloadOnce))

export function ModalHost() {
  const navigator = useNavigator()
  const { search } = useLocation()
  const { isSignedIn, init } = useVisitor()
  const [isMounted, setMounted] = useState(false)
  const { restrictType, config } = init
  const { isLoyaltyEnabled } = config
  const read = readModals(search, { isSignedIn, restrictType, isLoyaltyEnabled })
  // Only the keys of unavailable modals are removed from the URL. During hydration `search` is the query that the
  // server rendered, without keys that no page reads, so the navigator's current query is used here.
  useEffect(() => {
    const { search: current } = navigator.place
    const kept = readModals(current, { isSignedIn, restrictType, isLoyaltyEnabled }).search
    if (kept !== current) navigator.setSearch(kept, { replace: true })
  }, [search, isSignedIn, restrictType, isLoyaltyEnabled, navigator])
  // Dialogs use portals, which the server cannot render, so they open after hydration.
  useEffect(() => {
    if (read.open.length > 0) setMounted(true)
  }, [read.open.length])
  return isMounted ? (
    <Suspense fallback={null}>
      <ModalStack open={read.open} />
    </Suspense>
  ) : null
}
