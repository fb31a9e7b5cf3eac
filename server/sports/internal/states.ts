/** The states of a bet, and the fact that each decision records. */
import type { BetStatus } from '#contract/sportsbook-protocol.ts'
import { sportsBetDecided, sportsBetDeclined } from '../../kernel/facts/kinds.ts'
import { machine } from '../../kernel/machine.ts'

export type BetMove = 'accepted' | 'declined' | 'settled' | 'reopened' | 'partlyCashedOut' | 'cashedOut' | 'voided'

const by = ['partner'] as const
const announces = sportsBetDecided
const settled = { to: 'settled', by, announces } as const
const reopened = { to: 'accepted', by, announces } as const
const voided = { to: 'voided', by, announces } as const

/** What is decided is corrected: settled with another payout, opened again, or voided. A cash-out is only taken back. */
export const betStates = machine<BetStatus, BetMove>('bet', {
  held: {
    accepted: { to: 'accepted', by },
    declined: { to: 'declined', by, announces: sportsBetDeclined },
  },
  accepted: {
    settled,
    partlyCashedOut: { to: 'accepted', by, announces },
    cashedOut: { to: 'cashedOut', by, announces },
    voided,
  },
  settled: { settled, reopened, voided },
  cashedOut: { reopened, voided },
  voided: { settled, reopened },
  declined: {},
})
