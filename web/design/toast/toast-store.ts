/** Stores the alerts on screen. Each is shown for 3000 ms, with 300 ms of animation at both ends. */
export type ToastTone = 'success' | 'error' | 'warning' | 'info'
export type Toast = ToastContent & { id: number; isLeaving: boolean; hasNoEnd?: boolean }
type ToastContent = { type: ToastTone; title: string; description?: string | undefined }

const shownMs = 3000
const speedMs = 300
const spacingMs = 400
const maxShown = 4

let toasts: Toast[] = []
let nextId = 1
const listeners = new Set<() => void>()
/** Maps a text to the time at which an alert with it was last shown or will be shown. */
const lastShownAt = new Map<string, number>()
const timers = new Map<number, ReturnType<typeof setTimeout>>()

/** Shows an alert. If one with the same text was shown less than 400 ms ago, it is delayed. Texts come from content. */
export function showToast({ type, title, description }: ToastContent, now = Date.now()): void {
  const content = `${type}|${title}|${description ?? ''}`
  const dueAt = Math.max(now, (lastShownAt.get(content) ?? -Infinity) + spacingMs)
  lastShownAt.set(content, dueAt)
  if (dueAt === now) show({ type, title, description })
  else setTimeout(() => show({ type, title, description }), dueAt - now)
}

function show(content: ToastContent): void {
  const toast: Toast = { id: nextId++, ...content, isLeaving: false }
  const isState = ({ hasNoEnd }: Toast) => hasNoEnd === true
  const states = toasts.filter(isState)
  const alerts = toasts.filter((other) => !isState(other))
  change([...states, ...[...alerts, toast].slice(states.length - maxShown)])
  restart(toast.id)
}

/** Shows a state, above the alerts, until the returned function is called or the visitor dismisses it. */
export function showState(content: ToastContent): () => void {
  const id = nextId++
  change([{ id, ...content, isLeaving: false, hasNoEnd: true }, ...toasts.slice(1 - maxShown)])
  return () => dismissToast(id)
}

/** Hides an alert. It keeps its space until all below it are hidden, so that texts do not move while they are read. */
export function dismissToast(id: number): void {
  pause(id)
  change(toasts.map((toast) => (toast.id === id ? { ...toast, isLeaving: true } : toast)))
  timers.set(
    id,
    setTimeout(
      () => change(toasts.slice(0, toasts.findLastIndex((toast) => !toast.isLeaving || toast.id > id) + 1)),
      speedMs,
    ),
  )
}

/** Stops the timer while the pointer or the focus is on the alert. */
export function pause(id: number): void {
  clearTimeout(timers.get(id))
}
export function restart(id: number): void {
  pause(id)
  if (toasts.some((toast) => toast.id === id && toast.hasNoEnd)) return
  timers.set(
    id,
    setTimeout(() => dismissToast(id), speedMs + shownMs),
  )
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export function current(): Toast[] {
  return toasts
}

function change(next: Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}
