/** Loads the step-up dialog when the first call requires it. */
import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { showToast } from '../../design/toast/toast-store.ts'
import { useLabels } from '../../render/labels.tsx'
import { optional } from '../../render/optional.tsx'
import { answerProof, isRequested, subscribe } from './step-up-store.ts'

const StepUpDialog = optional(() => import('./step-up-dialog.tsx'), GiveUp)

export function StepUpHost() {
  const isOpen = useSyncExternalStore(subscribe, isRequested, () => false)
  return isOpen ? (
    <Suspense fallback={null}>
      <StepUpDialog />
    </Suspense>
  ) : null
}

/** Refuses the waiting calls as if the player had closed the dialog, so that the form keeps its values. */
function GiveUp() {
  const t = useLabels('shell')
  useEffect(() => {
    showToast({ type: 'error', title: t('notLoaded') })
    answerProof(false)
  }, [t])
  return null
}
