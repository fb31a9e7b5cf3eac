/** Waits for a call that asks for proof; the dialog comes with the first one. */
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { isAsked, subscribe } from './step-up-store.ts'

const StepUpDialog = lazy(() => import('./step-up-dialog.tsx'))

export function StepUpHost() {
  const isOpen = useSyncExternalStore(subscribe, isAsked, () => false)
  return isOpen ? (
    <Suspense fallback={null}>
      <StepUpDialog />
    </Suspense>
  ) : null
}
