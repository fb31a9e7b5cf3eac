/** The states of bonuses and free spins. The database stores a state as its status and its result. */
import { BonusResult, BonusStatus } from '#contract/bonuses.ts'
import { bonusFinished, freespinsFinished } from '../../kernel/facts/kinds.ts'
import { machine } from '../../kernel/machine.ts'

export type Ending = 'played' | 'cancelled' | 'expired' | 'lost'
export type BonusState = 'issued' | 'active' | Ending
export type FreespinState = Exclude<BonusState, 'lost'>

export const bonusStates = machine<BonusState, 'activated' | Ending>('bonus', {
  issued: {
    activated: { to: 'active', by: ['player', 'system'] },
    cancelled: { to: 'cancelled', by: ['player', 'operator'], announces: bonusFinished },
    expired: { to: 'expired', by: ['system'], announces: bonusFinished },
  },
  active: {
    played: { to: 'played', by: ['system'], announces: bonusFinished },
    lost: { to: 'lost', by: ['system'], announces: bonusFinished },
    cancelled: { to: 'cancelled', by: ['player', 'operator'], announces: bonusFinished },
    expired: { to: 'expired', by: ['system'], announces: bonusFinished },
  },
  played: {},
  lost: {},
  cancelled: {},
  expired: {},
})

/** The posting function (12-free-spins.sql) records that the last spin was played, and that its bet was rolled back. */
export const freespinStates = machine<FreespinState, 'activated' | 'cancelled' | 'expired'>('free spin', {
  issued: {
    activated: { to: 'active', by: ['player'] },
    cancelled: { to: 'cancelled', by: ['player', 'operator'], announces: freespinsFinished },
    expired: { to: 'expired', by: ['system'], announces: freespinsFinished },
  },
  active: {
    cancelled: { to: 'cancelled', by: ['player', 'operator'], announces: freespinsFinished },
    expired: { to: 'expired', by: ['system'], announces: freespinsFinished },
  },
  played: {},
  cancelled: {},
  expired: {},
})

const stored: Record<BonusState, { status: number; result: number }> = {
  issued: { status: BonusStatus.issued, result: BonusResult.running },
  active: { status: BonusStatus.active, result: BonusResult.running },
  played: { status: BonusStatus.finished, result: BonusResult.played },
  cancelled: { status: BonusStatus.finished, result: BonusResult.cancelled },
  expired: { status: BonusStatus.finished, result: BonusResult.expired },
  lost: { status: BonusStatus.finished, result: BonusResult.lost },
}

/** The columns that store a state. */
export const columnsOf = (state: BonusState) => stored[state]

export function stateOf(row: { status: number; result: number }): BonusState {
  const found = (Object.keys(stored) as BonusState[]).find(
    (state) => stored[state].status === row.status && stored[state].result === row.result,
  )
  if (!found) throw new Error(`no state of a bonus has status ${row.status} and result ${row.result}`)
  return found
}
