/** The selections of a bet as an inner route, so that whoever opens the link has them on the slip. */
import type { WireBet } from '../wire.ts'

export type Selection = { eventId: string; market: string; outcome: string }

const prefix = '/slip/'
/** As many as a slip has. */
const most = 12

/** Combined selections are named one by one, as the slip has them. */
export const selectionsOf = ({ legs }: WireBet): Selection[] =>
  legs.flatMap(({ eventId, market, outcome, parts }) =>
    (parts ?? [{ market, outcome }]).map((part) => ({ eventId, market: part.market, outcome: part.outcome })),
  )

export const slipPath = (selections: Selection[]): string =>
  prefix + selections.map(({ eventId, market, outcome }) => [eventId, market, outcome].join('~')).join(',')

const selection = /^([\w-]{1,64})~([\w:.-]{1,64})~([\w:.-]{1,64})$/

/** Null for every other route; what is not a selection is left out. */
export function readSlipPath(path: string): Selection[] | null {
  if (path !== '/slip' && !path.startsWith(prefix)) return null
  return path
    .slice(prefix.length)
    .split(',')
    .slice(0, most)
    .flatMap((text) => {
      const [, eventId, market, outcome] = selection.exec(text) ?? []
      return eventId && market && outcome ? [{ eventId, market, outcome }] : []
    })
}
