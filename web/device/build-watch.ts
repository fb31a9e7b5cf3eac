/**
 * Polls the build manifest. After a new build, the next navigation loads a document, so that old code does not have to
 * handle new responses.
 */
import * as HttpStatus from '#contract/statuses.ts'

const pollMs = 600_000

export function watchBuilds(): void {
  const ownBuild = document.documentElement.dataset.build ?? ''
  const poll = async () => {
    if (document.visibilityState === 'hidden' || !(await isReplaced(ownBuild))) return
    clearInterval(timer)
    void updateWorker()
    addEventListener('click', loadDocument, { capture: true })
  }
  const timer = setInterval(() => void poll(), pollMs)
  void poll()
}

/**
 * A page is outdated when its own build is no longer served. A newer build is not sufficient, because processes are
 * replaced one by one. An unreachable server does not make a page outdated.
 */
export async function isReplaced(ownBuild: string, fetchFile: typeof fetch = fetch): Promise<boolean> {
  const read = (file: string) => fetchFile(`/builds/${file}.json`, { credentials: 'omit' }).catch(() => null)
  const latest = await read('latest')
  if (!latest?.ok || ((await latest.json()) as { id: string }).id === ownBuild) return false
  return (await read(`meta/${ownBuild}`))?.status === HttpStatus.notFound
}

/**
 * Makes links to other pages load a document. While a game is open, client-side navigation continues, because a
 * document load would close the game in the middle of a round.
 */
export function loadDocument(event: Pick<MouseEvent, 'target' | 'stopImmediatePropagation'>): void {
  const anchor = (event.target as Element | null)?.closest?.('a')
  const leadsToOtherPage = anchor?.href && anchor.origin === location.origin && anchor.pathname !== location.pathname
  if (leadsToOtherPage && !document.querySelector('[data-mini],[data-playing]')) event.stopImmediatePropagation()
}

/** Installs the service worker of the new build. It takes over without changing this page. */
async function updateWorker(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  await registration?.update().catch(() => undefined)
}
