/** The place of alerts; what shows them is loaded with the first one. */
import { type ComponentType, lazy, Suspense, useSyncExternalStore } from 'react'
import { current, subscribe, type Toast } from './toast-store.ts'

/** Without its chunk an alert is lost, but not the page. Players' pages and `begin-live.ts` load it in advance. */
const ToastList = lazy<ComponentType<{ toasts: Toast[] }>>(() =>
  import('./toast-list.tsx').catch(() => ({ default: () => null })),
)
const none: Toast[] = []

export function Toasts() {
  const toasts = useSyncExternalStore(subscribe, current, () => none)
  return toasts.length > 0 ? (
    <Suspense>
      <ToastList toasts={toasts} />
    </Suspense>
  ) : null
}
