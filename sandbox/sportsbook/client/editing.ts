/** Changing an open bet: its undecided selections are on the slip, and its cash-out price buys what they become. */
import type { WireBet } from '../wire.ts'
import { typedMoney } from './format.ts'
import { possibleOrders } from './orders.ts'
import { selectionsOf, type Selection } from './shared-slip.ts'
import { hasRelated, isBuildable, linesOf, systemsFor } from './slip.ts'
import type { State } from './state.ts'

export type Editing = {
  startEdit(bet: WireBet): Promise<void>
  /** Leaves the bet as it is, and puts back what was on the slip before. */
  stopEdit(): void
  /** A changed bet is one bet, with the stake that was typed for it, however its selections are combined. */
  fitEdit(): void
}
type Parts = {
  state: State
  pickAll(selections: Selection[]): Promise<void>
  slipChanged(): void
}

/** The bet that the slip changes; null once it is not open any more. */
export function editedBet({ editing, bets }: State): WireBet | null {
  const bet = editing && bets.get(editing.bet)
  return bet?.state === 'accepted' ? bet : null
}

/** Whether a change of the bet is being checked. */
export const isBeingEdited = ({ bets }: State, { id }: WireBet) =>
  [...bets.values()].some(({ state, replaces }) => state === 'held' && replaces === id)

export function createEditing({ state, pickAll, slipChanged }: Parts): Editing {
  async function startEdit(bet: WireBet): Promise<void> {
    const { picks, tab, stakes } = state.editing?.before ?? state
    const fresh = {
      picks: [],
      stakes: {},
      faults: {},
      limits: {},
      tab: 'singles',
      freeBet: null,
      cashOut: null,
    } as const
    Object.assign(state, fresh, { phase: { is: 'editing' }, editing: { bet: bet.id, before: { picks, tab, stakes } } })
    await pickAll(selectionsOf({ ...bet, legs: bet.legs.filter(({ result }) => result === null) }))
    const sizes = bet.systemSizes.join()
    const system = systemsFor(state.picks.length).find((each) => each.sizes.join() === sizes)
    if (bet.kind === 'system' && system) Object.assign(state, { tab: 'system', system: system.id })
    slipChanged()
  }

  function fitEdit(): void {
    const bet = editedBet(state)
    if (!bet) return
    const { picks } = state
    if (state.tab === 'singles' && picks.length > 1 && (!hasRelated(picks) || isBuildable(picks)))
      state.tab = hasRelated(picks) ? 'builder' : 'multi'
    const [order, ...others] = possibleOrders(state)
    const key = state.tab === 'builder' ? 'builder' : order?.key
    if (key === undefined || others.length > 0 || state.stakes[key] !== undefined) return
    const [typed] = Object.entries(state.stakes)
    const isSameUnit = typed && (typed[0] === 'system') === (key === 'system')
    const lines = key === 'system' ? linesOf(order!, picks) : 1
    const worth = Math.floor((bet.cashOut?.amount ?? bet.openStake) / lines)
    state.stakes = { [key]: isSameUnit ? typed[1] : typedMoney(worth, bet.currency) }
  }

  function stopEdit(): void {
    const { editing } = state
    if (!editing) return
    Object.assign(state, editing.before, { editing: null, faults: {}, phase: { is: 'editing' }, isPickGone: false })
    slipChanged()
  }

  return { startEdit, stopEdit, fitEdit }
}
