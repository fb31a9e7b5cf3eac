/** Formats what a match's clock shows: the minute, the set, the quarter, or the time of its start. */
import type { Board, WireEvent } from '../wire.ts'
import { timeOf } from './format.ts'
import type { Store } from './store.ts'

export function periodName({ state: { words } }: Store, { phase, period }: Board): string {
  if (phase === 'ended' || phase === 'abandoned') return words(phase)
  const [, part, number] = /^(set|quarter)(\d)$/.exec(period) ?? []
  return part ? words(part, { number: number! }) : words(period)
}

export function clockText(store: Store, { board, startsAt }: WireEvent): string {
  const { state, options } = store
  if (board.phase === 'upcoming') return timeOf(startsAt - state.clockOffset, options.locale)
  if (board.phase === 'live' && board.minute !== null && board.period !== 'halfTime') return `${board.minute}′`
  return periodName(store, board)
}

/** How long it is until a match starts: "in 5 min." */
export function countdownText({ state, options, now }: Store, { startsAt }: WireEvent): string {
  const minutes = Math.ceil((startsAt - now()) / 60_000)
  if (minutes <= 0) return state.words('starting')
  return new Intl.RelativeTimeFormat(options.locale, { style: 'short' }).format(minutes, 'minute')
}
