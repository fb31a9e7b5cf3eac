/** Formats what a match's clock shows: the minute, the set, the quarter, or the time of its start. */
import type { Board, WireEvent } from '../wire.ts'
import { timeOf } from './format.ts'
import type { Store } from './store.ts'

const soonMs = 60 * 60_000

export function periodName({ state: { words } }: Store, { phase, period }: Board): string {
  if (phase === 'ended' || phase === 'abandoned') return words(phase)
  const [, part, number] = /^(set|quarter)(\d)$/.exec(period) ?? []
  return part ? words(part, { number: number! }) : words(period)
}

export function clockText(store: Store, { board, startsAt }: WireEvent): string {
  const { state, options } = store
  if (board.phase === 'upcoming') {
    const left = startsAt - store.now()
    if (left <= 0) return state.words('starting')
    const minutes = Math.ceil(left / 60_000)
    return left < soonMs
      ? new Intl.RelativeTimeFormat(options.locale, { style: 'short' }).format(minutes, 'minute')
      : timeOf(startsAt - state.clockOffset, options.locale)
  }
  if (board.phase === 'live' && board.minute !== null && board.period !== 'halfTime') return `${board.minute}′`
  return periodName(store, board)
}
