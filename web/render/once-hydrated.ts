/**
 * Runs `act` once hydration is complete, or at once if it is: hydration compares with what the server rendered, so data
 * and visitor stay as they were until then.
 */
export function onceHydrated(act: () => void): void {
  if ('alive' in document.documentElement.dataset) act()
  // In a task of its own, as effects cannot flush updates.
  else addEventListener('fairhouse:alive', () => setTimeout(act), { once: true })
}
