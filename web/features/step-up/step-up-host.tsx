/** Loads the step-up dialog when the first call requires it. */
import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { showToast } from '../../design/toast/toast-store.ts'
import { useLabels } from '../../render/labels.tsx'
import { optional } from '../../render/optional.tsx'
import { answerProof, isAsked, subscribe } from './step-up-store.ts'

const StepUpDialog = optional(() => import('./step-up-dialog.tsx'), GiveUp)

export function StepUpHost() {
  const isOpen = useSyncExternalStore(subscribe, isAsked, () => false)
  return isOpen ? (
    <Suspense fallback={null}>
      <StepUpDialog />
    </Suspense>
  ) : null
}

/** The call that waits is refused as if the player had closed the dialog: the form with its values stays. */
function GiveUp() {
  const t = useLabels('shell')
  useEffect(() => {
    showToast({ type: 'error', title: t('notLoaded') })
    answerProof(false)
  }, [t])
  return null
}
