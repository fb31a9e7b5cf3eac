/**
 * Exchanges messages with the frame of a game. Messages are checked by window, origin and shape, and affect only what
 * is displayed, never money.
 */
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { type FromGame, type FromPage, readFromGame, toPost } from '#contract/stage-messages.ts'

/** In-house games run in a sandbox without an origin; games of other studios keep theirs. */
export function frameOrigin(url: string, site: string): string {
  const { origin } = new URL(url, site)
  return origin === site ? 'null' : origin
}

export type FrameLink = {
  frame: RefObject<HTMLIFrameElement | null>
  post(message: FromPage): void
}

type Post = (message: FromPage) => void

export function useFrameLink(url: string | undefined, onMessage: (message: FromGame, post: Post) => void): FrameLink {
  const frame = useRef<HTMLIFrameElement>(null)
  const latest = useRef(onMessage)
  const origin = useRef('null')
  useEffect(() => {
    latest.current = onMessage
    if (url) origin.current = frameOrigin(url, location.origin)
  })
  const post = useCallback((message: FromPage) => {
    // An opaque origin cannot be the target of `postMessage`.
    const target = origin.current === 'null' ? '*' : origin.current
    frame.current?.contentWindow?.postMessage(toPost(message), target)
  }, [])
  useEffect(() => {
    const receive = (event: MessageEvent) => {
      if (event.source === null || event.source !== frame.current?.contentWindow) return
      if (event.origin !== origin.current) return
      const message = readFromGame(event.data)
      if (message) latest.current(message, post)
    }
    addEventListener('message', receive)
    return () => removeEventListener('message', receive)
  }, [post])
  return { frame, post }
}
