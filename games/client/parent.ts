// Messages between the game and the page that embeds it. None is secret or trusted with money.

export type GameNews =
  | { type: 'fairhouse:ready'; slug: string; mode: 'real' | 'demo' }
  | { type: 'fairhouse:balance'; balance: number; currency: string }
  | { type: 'fairhouse:round-started'; stake: number; currency: string }
  | { type: 'fairhouse:round-ended'; roundId: string; stake: number; payout: number; balance: number; currency: string }
  | { type: 'fairhouse:insufficient-funds'; stake: number; balance: number; currency: string }
  | { type: 'fairhouse:session-ended' }

export type HouseWish = 'fairhouse:pause' | 'fairhouse:resume' | 'fairhouse:refresh'

const isFramed = () => window.parent !== window

export function tell(news: GameNews) {
  if (isFramed()) window.parent.postMessage(news, '*')
}

export function listen(react: (wish: HouseWish) => void) {
  addEventListener('message', (event) => {
    if (event.source !== window.parent) return
    const type: unknown = (event.data as { type?: unknown } | null)?.type
    if (type === 'fairhouse:pause' || type === 'fairhouse:resume' || type === 'fairhouse:refresh') react(type)
  })
}
