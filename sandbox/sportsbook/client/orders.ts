/** The bets that the slip would place. */
import type { FreeBet } from '../wire.ts'
import { readMoney } from './format.ts'
import { hasRelated, keyOf, linesOf, type SlipPick, systemsFor } from './slip.ts'
import type { State } from './state.ts'

/** The selections that the chosen tab bets on. */
export const slipPicks = (state: State): SlipPick[] =>
  state.tab === 'builder' ? (state.builder ? [state.builder] : []) : state.picks

export type Order = {
  key: string
  kind: 'single' | 'accumulator' | 'system'
  systemSizes: number[]
  picks: SlipPick[]
  stake: number
  freeBetId?: string
}

/** The bets of the slip, without those whose stake is empty. */
export function ordersOf(state: State, currency: string): Order[] {
  if (state.freeBet !== null) {
    const free = freeBetsForSlip(state).find(({ id }) => id === state.freeBet)
    // Money replaces a free bet only if the player chooses it.
    if (!free) return []
    const kind = state.tab === 'multi' ? ('accumulator' as const) : ('single' as const)
    const key = state.tab === 'singles' ? keyOf(state.picks[0]!) : state.tab
    return [{ key, kind, systemSizes: [], picks: slipPicks(state), stake: free.amount, freeBetId: free.id }]
  }
  const typed = (key: string) => readMoney(state.stakes[key] ?? '', currency) ?? 0
  const orders: Order[] =
    state.tab === 'singles'
      ? state.picks.map((pick) => {
          const key = keyOf(pick)
          return { key, kind: 'single', systemSizes: [], picks: [pick], stake: typed(key) }
        })
      : state.tab === 'multi'
        ? [{ key: 'multi', kind: 'accumulator', systemSizes: [], picks: state.picks, stake: typed('multi') }]
        : state.tab === 'system'
          ? [systemOrder(state, typed('system'))]
          : slipPicks(state).map((pick) => ({
              key: 'builder',
              kind: 'single' as const,
              systemSizes: [],
              picks: [pick],
              stake: typed('builder'),
            }))
  return orders.filter(({ stake }) => stake > 0)
}

/** Free bets that can be staked on the whole slip, which must be a single or a multi at their minimum odds. */
export function freeBetsForSlip(state: State): FreeBet[] {
  const picked = slipPicks(state)
  const isOneBet = state.tab === 'multi' ? !hasRelated(picked) : state.tab !== 'system' && picked.length === 1
  if (!isOneBet || picked.length === 0) return []
  return (state.session?.freeBets ?? []).filter(({ minOdds }) =>
    picked.every((pick) => Number(pick.changed ?? pick.odds) >= Number(minOdds)),
  )
}

/** A system bet; the typed stake is that of one line. */
export function systemOrder(state: State, perLine: number): Order {
  const { sizes } = systemsFor(state.picks.length).find(({ id }) => id === state.system) ?? { sizes: [2] }
  const bet = { kind: 'system' as const, systemSizes: sizes }
  return { key: 'system', ...bet, picks: state.picks, stake: perLine * linesOf(bet, state.picks) }
}
