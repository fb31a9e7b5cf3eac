/** Loads the step-up dialog when the first call requires it. */
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
