/** Polls the build manifest; once the site has a newer build, the next page is loaded as a document, so that no old code goes on over new answers. */

const pollMs = 600_000
type Latest = { id: string }

export function watchBuilds(): void {
  let mine: string | null = null
  const poll = async () => {
    if (document.visibilityState === 'hidden') return
    const latest = await readLatest()
    mine ??= latest
    if (latest === null || latest === mine) return
    clearInterval(timer)
    addEventListener('click', leaveToTheBrowser, { capture: true })
  }
  const timer = setInterval(() => void poll(), pollMs)
  void poll()
}

async function readLatest(): Promise<string | null> {
  const answer = await fetch('/builds/latest.json', { credentials: 'omit' }).catch(() => null)
  return answer?.ok ? ((await answer.json()) as Latest).id : null
}

/** Links to other pages are kept from the page's own navigation; links within it, modals among them, are not. */
function leaveToTheBrowser(event: MouseEvent): void {
  const anchor = (event.target as Element | null)?.closest?.('a')
  if (anchor?.href && anchor.origin === location.origin && anchor.pathname !== location.pathname)
    event.stopImmediatePropagation()
}
