// The page around the frame: what the game reports to it, and what it may ask. Both sides use contract/stage-messages.ts.

import { type FromGame, type FromPage, readFromPage, toPost } from '#contract/stage-messages.ts'

/** The page shows balance, name and fairness then; alone in a window the game shows its own. */
export const isFramed = () => window.parent !== window

/**
 * In its frame this document's own origin is opaque; its address still names the site that the page around it must be
 * of.
 */
const site = () => location.origin

export function report(message: FromGame) {
  if (isFramed()) window.parent.postMessage(toPost(message), site())
}

export function listen(react: (message: FromPage) => void) {
  addEventListener('message', (event) => {
    if (event.source !== window.parent || event.origin !== site()) return
    const message = readFromPage(event.data)
    if (message) react(message)
  })
}
