// Messages between the game and the page around its frame, as declared in contract/stage-messages.ts.

import { type FromGame, type FromPage, readFromPage, toPost } from '#contract/stage-messages.ts'

/** True in a frame, where the page around it shows balance, name and fairness. In a window of its own the game shows them. */
export const isFramed = () => window.parent !== window

/**
 * The origin of the page around the frame. The frame's own origin is opaque, but its address names the site that the page must
 * belong to.
 */
const site = () => location.origin

export function report(message: FromGame) {
  if (isFramed()) window.parent.postMessage(toPost(message), site())
}

/** Listens until the returned function is called. */
export function listen(react: (message: FromPage) => void): () => void {
  const receive = (event: MessageEvent) => {
    if (event.source !== window.parent || event.origin !== site()) return
    const message = readFromPage(event.data)
    if (message) react(message)
  }
  addEventListener('message', receive)
  return () => removeEventListener('message', receive)
}

const longestNotedMs = 500

/**
 * Reports a round that begins. Resolves once the page will not show its result early; on a busy device it could
 * otherwise read the ledger's answer to the bet before this report. A page that does not answer delays no bet for long.
 */
export function reportStart(round: Omit<Extract<FromGame, { type: 'round-started' }>, 'type'>): Promise<void> {
  return new Promise((resolve) => {
    if (!isFramed()) return resolve()
    const timer = setTimeout(noted, longestNotedMs)
    const stop = listen((message) => {
      if (message.type === 'round-noted' && message.playId === round.playId) noted()
    })
    function noted() {
      clearTimeout(timer)
      stop()
      resolve()
    }
    report({ type: 'round-started', ...round })
  })
}
