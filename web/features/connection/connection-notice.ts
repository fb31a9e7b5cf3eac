/** Says that the connection is lost, while it is: what the page shows may be out of date. */
import { showState } from '../../design/toast/toast-store.ts'
import type { Live } from '../../live/live.ts'
import type { Navigator } from '../../render/navigate.ts'

/** Most reconnects are over by then, and go unnoticed. */
const noticeAfterMs = 6_000

export function followConnection(live: Live, { loader }: Navigator): void {
  let isLost = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let end: (() => void) | null = null

  /** A hidden page may be frozen with its connection: the time begins when it is seen. */
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
    // The words have to be here before they are needed.
    if (isConnected && !hasConnected) void loader.labels.load('connection')
    hasConnected ||= isConnected
    // A network that admits no socket leaves the page as it is without one.
    isLost = hasConnected && !isConnected
    if (isConnected) {
      end?.()
      end = null
    }
    wait()
  })
  document.addEventListener('visibilitychange', wait)
}
