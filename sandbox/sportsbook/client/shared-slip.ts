/** Encodes the selections of a bet as an inner route, so that whoever opens the link has them on the slip. */
import type { WireBet } from '../wire.ts'

export type Selection = { eventId: string; market: string; outcome: string }

const prefix = '/slip/'
/** The maximum number of selections on a slip. */
const maxSelections = 12

/** The selections of a bet; combined ones are listed separately, as on the slip. */
export const selectionsOf = ({ legs }: WireBet): Selection[] =>
  legs.flatMap(({ eventId, market, outcome, parts }) =>
    (parts ?? [{ market, outcome }]).map((part) => ({ eventId, market: part.market, outcome: part.outcome })),
  )

export const slipPath = (selections: Selection[]): string =>
  prefix + selections.map(({ eventId, market, outcome }) => [eventId, market, outcome].join('~')).join(',')

const selection = /^([\w-]{1,64})~([\w:.-]{1,64})~([\w:.-]{1,64})$/

/** Null for any other route; invalid selections are ignored. */
export function readSlipPath(path: string): Selection[] | null {
  if (path !== '/slip' && !path.startsWith(prefix)) return null
  return path
    .slice(prefix.length)
    .split(',')
    .slice(0, maxSelections)
    .flatMap((text) => {
      const [, eventId, market, outcome] = selection.exec(text) ?? []
      return eventId && market && outcome ? [{ eventId, market, outcome }] : []
    })
}
