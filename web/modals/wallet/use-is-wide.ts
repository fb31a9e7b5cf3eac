import { useSyncExternalStore } from 'react'

/** From 768 px the method list and the form are side by side (specification, section 2). */
const wide = '(min-width: 768px)'

export function useIsWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(wide)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => matchMedia(wide).matches,
    () => true,
  )
}
