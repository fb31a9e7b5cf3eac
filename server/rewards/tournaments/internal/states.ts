/** The states of a run; a finished or cancelled one never changes. */
import type { TournamentState } from '#contract/tournaments.ts'
import { machine } from '../../../kernel/machine.ts'

export const runStates = machine<TournamentState, 'started' | 'ended' | 'finished' | 'cancelled'>('tournament', {
  published: {
    started: { to: 'running', by: ['system'] },
    cancelled: { to: 'cancelled', by: ['operator', 'system'] },
  },
  running: {
    ended: { to: 'finalising', by: ['system'] },
    cancelled: { to: 'cancelled', by: ['operator'] },
  },
  finalising: {
    finished: { to: 'finished', by: ['system'] },
    // Not once it is ranked: prizes may be paid.
    // By the system: nobody wins, and what was paid for entries is refunded.
    cancelled: { to: 'cancelled', by: ['operator', 'system'] },
  },
  finished: {},
  cancelled: {},
})
