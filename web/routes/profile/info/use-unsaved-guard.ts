/** Asks before unsaved changes are lost, on links, "back", and closing the tab. */
import { useEffect } from 'react'
import { useNavigator } from '../../../render/router.tsx'

export function useUnsavedGuard(isDirty: boolean, question: string): void {
  const navigator = useNavigator()
  useEffect(() => {
    if (!isDirty) return
    // After a sign-out the changes cannot be saved any more.
    const removeGuard = navigator.askBeforeLeaving(() => !navigator.visitor.isSignedIn || confirm(question))
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', hold)
    return () => {
      removeGuard()
      removeEventListener('beforeunload', hold)
    }
  }, [isDirty, question, navigator])
}
