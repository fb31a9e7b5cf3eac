/** Stores the browser's install prompt until the visitor uses it. Only Chromium has one. */

export type InstallPrompt = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> }

/** The browser sends it once, often before any bundle runs, so web/inline/start-page.ts stores it. */
let offer = (globalThis as { installOffer?: InstallPrompt }).installOffer ?? null
const listeners = new Set<() => void>()
addEventListener('beforeinstallprompt', (event) => change(event as InstallPrompt))

export function installPrompt(): InstallPrompt | null {
  return offer
}

/** Returns and removes the prompt, which can be used only once. */
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
