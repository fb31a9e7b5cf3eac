/** Decides whether the window has room for the chat next to the page. */
const wide = '(min-width: 1200px) and (min-height: 480px)'

export function isDockable(): boolean {
  return matchMedia(wide).matches
}

export function onDockableChange(listener: () => void): () => void {
  const query = matchMedia(wide)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
