/** Listens on the document for all links and GET forms: hover, focus or touch prefetches, a click navigates. */
import { loadLivePart } from '../shell/live-part.ts'
import type { Navigator } from './navigate.ts'
import { loadNextPagePart } from './next-page-part.ts'

type Connection = { saveData?: boolean; effectiveType?: string }

export function listenToLinks(navigator: Navigator): void {
  document.addEventListener('click', (event) => {
    const anchor = internalLink(event)
    if (
      !anchor ||
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    const { modal, replace, search } = anchor.dataset
    const url = new URL(anchor.href)
    const isSamePage = url.pathname === location.pathname && url.search === location.search
    if (isSamePage && url.hash) return
    event.preventDefault()
    if (anchor.href.endsWith('/contact'))
      return void loadLivePart().then(
        ({ openHelp }) => openHelp(navigator, anchor),
        () => location.assign(url),
      )
    // An anchor may be in a part that another query of the same page shows.
    if (search === undefined && (url.pathname !== location.pathname || url.hash)) return void navigator.go(url.href)
    navigator.setSearch(search ?? url.search, { isModal: modal !== undefined, replace: replace !== undefined })
  })
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    if (event.defaultPrevented || form.method !== 'get' || !form.action.startsWith(location.origin)) return
    event.preventDefault()
    const filled = [...new FormData(form)].filter(([, value]) => value !== '') as Array<[string, string]>
    const url = new URL(form.action)
    url.search = new URLSearchParams(filled).toString()
    void navigator.go(url.href)
  })
  const prefetchLink = (event: Event) => {
    const anchor = internalLink(event)
    if (anchor && anchor.dataset.search === undefined && !savesData())
      void loadNextPagePart().then(
        ({ prefetch }) => prefetch(anchor.href, navigator.loader),
        () => undefined,
      )
  }
  for (const intent of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(intent, prefetchLink, { passive: true })
}

/** Nothing is prefetched with data saver or on a 2g connection, which browsers report as `slow-2g` or `2g`. */
function savesData(): boolean {
  const { connection } = navigator as { connection?: Connection }
  return connection?.saveData === true || connection?.effectiveType?.endsWith('2g') === true
}

function internalLink(event: Event): HTMLAnchorElement | null {
  const anchor = (event.target as Element | null)?.closest?.('a')
  if (!anchor?.href || anchor.origin !== location.origin || anchor.target || anchor.hasAttribute('download'))
    return null
  return /^\/(api|assets|play|studio)\//.test(anchor.pathname) || anchor.dataset.document !== undefined ? null : anchor
}
