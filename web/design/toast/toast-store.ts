/** Alerts on screen: 3000 ms each, 300 ms in and out, the same alert at least 400 ms after the last. */
export type ToastTone = 'success' | 'error' | 'warning' | 'info'
export type Toast = Words & { id: number; isLeaving: boolean; hasNoEnd?: boolean }
type Words = { type: ToastTone; title: string; description?: string | undefined }

const shownMs = 3000
const speedMs = 300
const spacingMs = 400
const mostAtOnce = 4

let toasts: Toast[] = []
let nextId = 1
const listeners = new Set<() => void>()
/** When an alert with this text was last shown, or will be. */
const lastShownAt = new Map<string, number>()
const timers = new Map<number, ReturnType<typeof setTimeout>>()

/** Shows an alert. An alert with the same text waits until 400 ms after the last. Texts come from content. */
export function showToast({ type, title, description }: Words, now = Date.now()): void {
  const words = `${type}|${title}|${description ?? ''}`
  const dueAt = Math.max(now, (lastShownAt.get(words) ?? -Infinity) + spacingMs)
  lastShownAt.set(words, dueAt)
  if (dueAt === now) show({ type, title, description })
  else setTimeout(() => show({ type, title, description }), dueAt - now)
}

function show(words: Words): void {
  const toast: Toast = { id: nextId++, ...words, isLeaving: false }
  const isState = ({ hasNoEnd }: Toast) => hasNoEnd === true
  const states = toasts.filter(isState)
  const alerts = toasts.filter((each) => !isState(each))
  change([...states, ...[...alerts, toast].slice(states.length - mostAtOnce)])
  restart(toast.id)
}

/** Shows a state, above the alerts, until the returned function is called or the visitor dismisses it. */
export function showState(words: Words): () => void {
  const id = nextId++
  change([{ id, ...words, isLeaving: false, hasNoEnd: true }, ...toasts.slice(1 - mostAtOnce)])
  return () => dismissToast(id)
}

/** It keeps its place, unseen, until those below it have left as well: what is read does not move. */
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

/** The timer pauses while a pointer or the focus is on the alert. */
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
