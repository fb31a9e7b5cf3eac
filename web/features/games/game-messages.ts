/** Messaging with a game's frame. Its origin is opaque, so it is identified by its window, and never trusted with money. */
import { type RefObject, useEffect, useRef } from 'react'

export type GameNews =
  | { type: 'fairhouse:ready' }
  | { type: 'fairhouse:balance'; balance: number; currency: string }
  | { type: 'fairhouse:round-started'; stake: number; currency: string }
  | { type: 'fairhouse:round-ended'; stake: number; payout: number; balance: number; currency: string }
  | { type: 'fairhouse:insufficient-funds' }
  | { type: 'fairhouse:session-ended' }
export type GameWish = 'fairhouse:pause' | 'fairhouse:resume' | 'fairhouse:refresh'

const plain = new Set(['fairhouse:ready', 'fairhouse:insufficient-funds', 'fairhouse:session-ended'])
const amounts: Record<string, string[]> = {
  'fairhouse:balance': ['balance'],
  'fairhouse:round-started': ['stake'],
  'fairhouse:round-ended': ['stake', 'payout', 'balance'],
}

/** Parses a message into a displayable shape, or null. */
export function readNews(data: unknown): GameNews | null {
  if (typeof data !== 'object' || data === null) return null
  const news = data as Record<string, unknown>
  if (plain.has(String(news.type))) return { type: news.type } as GameNews
  const names = Object.hasOwn(amounts, String(news.type)) ? amounts[String(news.type)]! : null
  if (!names || typeof news.currency !== 'string' || !/^[A-Z]{3,5}$/.test(news.currency)) return null
  return names.every((name) => Number.isSafeInteger(news[name]) && (news[name] as number) >= 0)
    ? (news as GameNews)
    : null
}

export function useGameNews(frame: RefObject<HTMLIFrameElement | null>, react: (news: GameNews) => void): void {
  const latest = useRef(react)
  useEffect(() => {
    latest.current = react
  })
  useEffect(() => {
    const hear = (event: MessageEvent) => {
      if (event.source === null || event.source !== frame.current?.contentWindow) return
      const news = readNews(event.data)
      if (news) latest.current(news)
    }
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [frame])
}

export function askGame(frame: RefObject<HTMLIFrameElement | null>, wish: GameWish): void {
  frame.current?.contentWindow?.postMessage({ type: wish }, '*')
}
