/** Polls the build manifest; after a new build, the next navigation loads a document, so that old code never meets new responses. */

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

/** Links to other pages bypass client-side navigation; links within the page do not. */
function leaveToTheBrowser(event: MouseEvent): void {
  const anchor = (event.target as Element | null)?.closest?.('a')
  if (anchor?.href && anchor.origin === location.origin && anchor.pathname !== location.pathname)
    event.stopImmediatePropagation()
}
