import { useEffect } from 'react'

/** Makes second taps harmless on the whole site, from the first dialog or profile page on. */
export function usePressGuard(): void {
  useEffect(() => {
    void import('./press-guard.ts').then(({ beginPressGuard }) => beginPressGuard()).catch(() => undefined)
  }, [])
}
