/** Asks before unsaved changes are left behind: on links, on Back, on closing the tab. */
import { useEffect } from 'react'
import { useNavigator } from '../../../render/router.tsx'

export function useUnsavedGuard(isDirty: boolean, question: string): void {
  const navigator = useNavigator()
  useEffect(() => {
    if (!isDirty) return
    // Who is signed out has nothing to save any more.
    const takeOff = navigator.askBeforeLeaving(() => !navigator.visitor.isSignedIn || confirm(question))
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', hold)
    return () => {
      takeOff()
      removeEventListener('beforeunload', hold)
    }
  }, [isDirty, question, navigator])
}
