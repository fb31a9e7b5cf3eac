/** The slot for alerts. The component that shows them is loaded with the first alert. */
import { type ComponentType, lazy, Suspense, useSyncExternalStore } from 'react'
import { current, subscribe, type Toast } from './toast-store.ts'

/** If the chunk fails to load, alerts are lost, but the page is not. Players' pages and `begin-live.ts` preload it. */
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
