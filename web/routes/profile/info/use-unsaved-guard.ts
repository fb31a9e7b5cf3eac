/** Confirms leaving unsaved changes: on links, Back, and closing the tab. */
import { useEffect } from 'react'
import { useNavigator } from '../../../render/router.tsx'

export function useUnsavedGuard(isDirty: boolean, question: string): void {
  const navigator = useNavigator()
  useEffect(() => {
    if (!isDirty) return
    // After sign-out there is nothing left to save.
    const takeOff = navigator.askBeforeLeaving(() => !navigator.visitor.isSignedIn || confirm(question))
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', hold)
    return () => {
      takeOff()
      removeEventListener('beforeunload', hold)
    }
  }, [isDirty, question, navigator])
}
