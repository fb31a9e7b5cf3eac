/** The browser's offer to install the site, stored until the visitor asks for it. Only Chromium makes one. */

export type InstallPrompt = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> }

/** The browser makes its offer once, often before any bundle runs: web/inline/start-page.ts stores it. */
let offer = (globalThis as { installOffer?: InstallPrompt }).installOffer ?? null
const listeners = new Set<() => void>()
addEventListener('beforeinstallprompt', (event) => change(event as InstallPrompt))

export function installPrompt(): InstallPrompt | null {
  return offer
}

/** An offer can be used once. */
export function takeInstallPrompt(): InstallPrompt | null {
  const taken = offer
  change(null)
  return taken
}

export function onInstallPrompt(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(prompt: InstallPrompt | null): void {
  offer = prompt
  for (const listener of listeners) listener()
}
