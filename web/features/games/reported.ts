/** The state that a game's frame has reported. It affects only what is displayed; money comes from the ledger. */
import { useState } from 'react'
import type { FromGame } from '#contract/stage-messages.ts'

export type Reported = {
  /** The balance of demo money; that of real money comes from the ledger. */
  balance: { amount: number; currency: string } | null
  /** The stake in the current round. */
  inPlay: number
  /** That of the next round, once it is known. */
  stake: number | null
  isReady: boolean
  isInRound: boolean
  lacks: { needed: number; currency: string } | null
  hasEnded: boolean
  areSpinsOver: boolean
}

export const nothingReported: Reported = {
  balance: null,
  inPlay: 0,
  stake: null,
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
        stake: message.stake ?? null,
        balance: { amount: message.balance, currency: message.currency },
      }
    case 'balance':
      return { ...before, balance: { amount: message.balance, currency: message.currency } }
    case 'round-started':
      return { ...stake(before, message.stake), stake: message.stake || before.stake, isInRound: true, lacks: null }
    // When a round is resumed, the reported balance already excludes its stake.
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
      return { ...before, stake: message.stake, lacks: null }
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

/** The state belongs to a frame's address; with another one, for example after an account switch, it is reset. */
export function useReported(url: string | undefined) {
  const [state, setState] = useState({ url, reported: nothingReported })
  const update = (change: (before: Reported) => Reported) =>
    setState((before) => ({ url, reported: change(before.url === url ? before.reported : nothingReported) }))
  return { reported: state.url === url ? state.reported : nothingReported, update }
}
