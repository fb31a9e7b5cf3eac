/** Shows a notice while the connection is lost, because the page may be out of date then. */
import { showState } from '../../design/toast/toast-store.ts'
import type { Live } from '../../live/live.ts'
import type { Navigator } from '../../render/navigate.ts'

/** Most reconnects take less time and are not shown. */
const noticeAfterMs = 6_000

export function followConnection(live: Live, { loader }: Navigator): void {
  let isLost = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let end: (() => void) | null = null

  /** Starts the timer only while the page is visible, because a hidden page may be frozen with its connection. */
  function wait(): void {
    clearTimeout(timer)
    if (isLost && !end && document.visibilityState === 'visible') timer = setTimeout(show, noticeAfterMs)
  }
  function show(): void {
    const t = loader.labels.translator('connection')
    end = showState({ type: 'warning', title: t('lost'), description: t('lostText') })
  }

  let hasConnected = false
  live.onState((isConnected) => {
    // The texts must load while there is a connection.
    if (isConnected && !hasConnected) void loader.labels.load('connection')
    hasConnected ||= isConnected
    // If the network blocks WebSockets and there was never a connection, no notice is shown.
    isLost = hasConnected && !isConnected
    if (isConnected) {
      end?.()
      end = null
    }
    wait()
  })
  document.addEventListener('visibilitychange', wait)
}
