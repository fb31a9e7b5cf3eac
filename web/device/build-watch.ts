/** Polls the build manifest; after a new build, the next navigation loads a document, so that old code never meets new responses. */
import * as HttpStatus from '#contract/statuses.ts'

const pollMs = 600_000

export function watchBuilds(): void {
  const mine = document.documentElement.dataset.build ?? ''
  const poll = async () => {
    if (document.visibilityState === 'hidden' || !(await isReplaced(mine))) return
    clearInterval(timer)
    void updateWorker()
    addEventListener('click', leaveToTheBrowser, { capture: true })
  }
  const timer = setInterval(() => void poll(), pollMs)
  void poll()
}

/**
 * While processes are replaced one by one, the latest build is not on all of them; a page is outdated when its own
 * build is gone. An unreachable server decides nothing.
 */
export async function isReplaced(mine: string, ask: typeof fetch = fetch): Promise<boolean> {
  const read = (file: string) => ask(`/builds/${file}.json`, { credentials: 'omit' }).catch(() => null)
  const latest = await read('latest')
  if (!latest?.ok || ((await latest.json()) as { id: string }).id === mine) return false
  return (await read(`meta/${mine}`))?.status === HttpStatus.notFound
}

/**
 * Links to other pages bypass client-side navigation; links within the page do not. A document load would close an open
 * game, also in the middle of a round: its page goes on as long as the files of its build are served.
 */
export function leaveToTheBrowser(event: Pick<MouseEvent, 'target' | 'stopImmediatePropagation'>): void {
  const anchor = (event.target as Element | null)?.closest?.('a')
  const isElsewhere = anchor?.href && anchor.origin === location.origin && anchor.pathname !== location.pathname
  if (isElsewhere && !document.querySelector('[data-mini],[data-playing]')) event.stopImmediatePropagation()
}

/** The new build's worker: it takes over without touching this page. */
async function updateWorker(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  await registration?.update().catch(() => undefined)
}
