/** The bets that the slip would place. */
import type { FreeBet, PickRequest } from '../wire.ts'
import { readMoney } from './format.ts'
import { byMatch, hasRelated, keyOf, linesOf, type SlipPick, systemsFor } from './slip.ts'
import type { State } from './state.ts'

/** The selections that the chosen tab bets on; none while a combined one has no price. */
export function slipPicks({ tab, picks, builders }: State): SlipPick[] {
  if (tab !== 'builder') return picks
  const legs = [...byMatch(picks)].map(([id, [only, ...others]]) => (others.length > 0 ? builders.get(id) : only))
  const known = legs.filter((leg) => leg !== undefined)
  return known.length === legs.length ? known : []
}

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
  return possibleOrders(state, (key) => readMoney(state.stakes[key] ?? '', currency) ?? 0).filter(
    ({ stake }) => stake > 0,
  )
}

/** The bets that the slip would place with these stakes. */
export function possibleOrders(state: State, stakeOf: (key: string) => number = () => 0): Order[] {
  const single = (key: string, pick: SlipPick): Order => ({
    key,
    kind: 'single',
    systemSizes: [],
    picks: [pick],
    stake: stakeOf(key),
  })
  switch (state.tab) {
    case 'singles':
      return state.picks.map((pick) => single(keyOf(pick), pick))
    case 'multi':
      return [{ key: 'multi', kind: 'accumulator', systemSizes: [], picks: state.picks, stake: stakeOf('multi') }]
    case 'system':
      return [systemOrder(state, stakeOf('system'))]
    case 'builder': {
      const [first, ...others] = slipPicks(state)
      if (!first) return []
      if (others.length === 0) return [single('builder', first)]
      return [{ ...single('builder', first), kind: 'accumulator', picks: [first, ...others] }]
    }
  }
}

/** A selection as requests name it. */
export const requestOf = ({ eventId, market, outcome, odds, version }: SlipPick): PickRequest => ({
  eventId,
  market,
  outcome,
  odds,
  version,
})

/** Free bets that can be staked on the whole slip, which must be a single or a multi at their minimum odds. */
export function freeBetsForSlip(state: State): FreeBet[] {
  if (state.editing) return []
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
