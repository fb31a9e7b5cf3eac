/** What the frame of a game has reported since it was opened. It decides what is displayed; money is the ledger's alone. */
import { useState } from 'react'
import type { FromGame } from '#contract/stage-messages.ts'

export type Reported = {
  /** Of demo money; real money is the ledger's. */
  balance: { amount: number; currency: string } | null
  /** In the round that is being played. */
  inPlay: number
  isReady: boolean
  isInRound: boolean
  lacks: { needed: number; currency: string } | null
  hasEnded: boolean
  areSpinsOver: boolean
}

export const nothingReported: Reported = {
  balance: null,
  inPlay: 0,
  isReady: false,
  isInRound: false,
  lacks: null,
  hasEnded: false,
  areSpinsOver: false,
}

export function reportedAfter(before: Reported, message: FromGame): Reported {
  switch (message.type) {
    case 'ready':
      return {
        ...nothingReported,
        isReady: true,
        balance: { amount: message.balance, currency: message.currency },
      }
    case 'balance':
      return { ...before, balance: { amount: message.balance, currency: message.currency } }
    case 'round-started':
      return { ...stake(before, message.stake), isInRound: true, lacks: null }
    // The balance of a round that is resumed is without its stake from the beginning.
    case 'round-step':
      return before.inPlay === 0 ? { ...before, inPlay: message.inPlay } : stake(before, message.inPlay - before.inPlay)
    case 'round-ended':
      return {
        ...before,
        isInRound: false,
        inPlay: 0,
        balance: { amount: message.balance, currency: message.currency },
      }
    case 'stake-changed':
      return { ...before, lacks: null }
    case 'insufficient-funds':
      return { ...before, isInRound: false, lacks: { needed: message.needed, currency: message.currency } }
    case 'free-spins-ended':
      return { ...before, isInRound: false, areSpinsOver: true }
    case 'session-ended':
      return { ...before, isInRound: false, hasEnded: true }
    default:
      return before
  }
}

const stake = (before: Reported, more: number): Reported => ({
  ...before,
  inPlay: before.inPlay + more,
  balance: before.balance && { ...before.balance, amount: before.balance.amount - more },
})

/** Reports belong to a frame: another address, as after an account switch, starts without any. */
export function useReported(url: string | undefined) {
  const [held, setHeld] = useState({ url, reported: nothingReported })
  const update = (change: (before: Reported) => Reported) =>
    setHeld((before) => ({ url, reported: change(before.url === url ? before.reported : nothingReported) }))
  return { reported: held.url === url ? held.reported : nothingReported, update }
}
