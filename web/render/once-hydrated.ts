/**
 * Runs `callback` once hydration is complete, or immediately if it is. Data and visitor must not change before, because
 * hydration compares the page with what the server rendered.
 */
export function onceHydrated(callback: () => void): void {
  if ('alive' in document.documentElement.dataset) callback()
  // The event is sent from an effect, which cannot flush updates; a new task can.
  else addEventListener('fairhouse:alive', () => setTimeout(callback), { once: true })
}
