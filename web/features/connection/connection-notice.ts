/**
 * Shows one notice while the device is offline or our servers do not answer, because the page may be out of date then;
 * and says at once that a page cannot be opened.
 */
import { showState, showToast } from '../../design/toast/toast-store.ts'
import type { Live } from '../../live/live.ts'
import { needsConnection, type Navigator } from '../../render/navigate.ts'
import type { Translate } from '../../render/page.ts'
import { followPictures } from './failed-pictures.ts'

type Fault = 'offline' | 'lost'
/** Most reconnects take less time than the second one and are not shown. */
const noticeAfterMs: Record<Fault, number> = { offline: 300, lost: 6_000 }

export function followConnection(live: Live, { loader }: Navigator): void {
  const t: Translate = (key, values) => loader.labels.translator('connection')(key, values)
  const pictures = followPictures()
  let isLost = false
  let hasConnected = false
  let fault: Fault | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let end: (() => void) | null = null

  function update(): void {
    const next = navigator.onLine ? (isLost ? 'lost' : null) : 'offline'
    if (next !== fault) {
      end?.()
      end = null
      fault = next
      if (fault === null) pictures.fetchAgain()
    }
    clearTimeout(timer)
    // A hidden page may be frozen with its connection.
    if (fault !== null && !end && document.visibilityState === 'visible')
      timer = setTimeout(show, noticeAfterMs[fault], fault)
  }
  function show(shown: Fault): void {
    end = showState({ type: 'warning', title: t(shown), description: t(`${shown}Text`) })
  }

  // The texts must load while there is a connection, also those of a page that then fails.
  const loadTexts = () => ['connection', 'errors'].forEach((area) => void loader.labels.load(area))
  loadTexts()
  live.onState((isConnected) => {
    if (isConnected) loadTexts()
    hasConnected ||= isConnected
    // If the network blocks WebSockets and there was never a connection, no notice is shown.
    isLost = hasConnected && !isConnected
    update()
  })
  for (const event of ['online', 'offline']) addEventListener(event, update)
  document.addEventListener('visibilitychange', update)
  addEventListener(needsConnection, (event) => {
    event.preventDefault()
    const { pathname } = (event as CustomEvent<URL>).detail
    const title = t(pathname.includes('/games/') ? 'needsGame' : 'needs')
    showToast({ type: 'warning', title, description: t('needsText') })
  })
  update()
}
