/** Mutations of a valid request: of a value, of its shape, of its sender and of its number. */
import * as fc from 'fast-check'
import type { Request } from './site.ts'

const nasty: unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1,
  0.1,
  1e9,
  1e308,
  2 ** 53,
  Number.MAX_SAFE_INTEGER,
  '',
  ' ',
  'a',
  '٣',
  'NaN',
  '1e9',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff x',
  '\u202e',
  '🎲'.repeat(40),
  'x'.repeat(255),
  'x'.repeat(5000),
  "' OR 1=1 --",
  '$1',
  '%',
  '%00',
  '../../etc/passwd',
  '<script>',
  '{{7*7}}',
  '__proto__',
  'constructor',
  'EUR',
  'XXX',
  'DE',
  'dice',
  'sandbox.card',
  'real',
  '0000-01-01T00:00:00Z',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  [],
  [1],
  [[[[]]]],
  {},
  { a: 1 },
  { toString: 1 },
  ['a', 'b'],
  { __proto__: null, length: -1 },
]
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...nasty) },
  { weight: 1, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 80 }) },
)

type Plain = 'none' | 'twice' | 'atOnce' | 'asGuest' | 'asAnother' | 'unsigned'
export type Mutation =
  | { kind: Plain }
  | { kind: 'value'; place: number; value: unknown }
  | { kind: 'drop'; place: number }
  | { kind: 'extra'; value: unknown }
  | { kind: 'whole'; value: unknown }
  | { kind: 'from'; country: string }
  | { kind: 'query'; suffix: string }

const plain = (kind: Plain): fc.Arbitrary<Mutation> => fc.constant({ kind })
const place = fc.nat(40)
export const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 8, arbitrary: plain('none') },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('value' as const), place, value: anything }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('drop' as const), place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('extra' as const), value: anything }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('whole' as const), value: anything }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('from' as const), country: fc.constantFrom('TR', 'AT', 'NL', 'XX', 'b') }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('query' as const),
      suffix: fc.constantFrom(
        'page=1e9',
        'page[]=1',
        'currency[a][b]=EUR',
        'from=0000-01-01T00:00:00Z',
        'a[b][c][d][e]=1',
        '__proto__[x]=1',
        'status[]=1&status[]=1',
        '%00=%00',
      ),
    }),
  },
  { weight: 1, arbitrary: plain('twice') },
  { weight: 1, arbitrary: plain('atOnce') },
  { weight: 1, arbitrary: plain('asGuest') },
  { weight: 1, arbitrary: plain('asAnother') },
  { weight: 1, arbitrary: plain('unsigned') },
)

/** Returns the mutated request; `another` is the token of another person. */
export function mutated(request: Request, change: Mutation, another: string | null): Request {
  switch (change.kind) {
    case 'value':
      return changeOne(request, change.place, (holder, key) => void (holder[key] = change.value))
    case 'drop':
      return changeOne(request, change.place, (holder, key) => void delete holder[key])
    case 'extra':
      return { ...request, body: { ...(request.body as object | undefined), extra: change.value } }
    case 'whole':
      return { ...request, body: change.value }
    case 'from':
      return { ...request, headers: { ...request.headers, 'cf-ipcountry': change.country } }
    case 'query':
      return { ...request, querySuffix: change.suffix }
    case 'asGuest':
      return { ...request, token: null }
    case 'asAnother':
      return { ...request, token: another }
    default:
      return request
  }
}

type Holder = Record<string, unknown>

/** Applies `change` to one value of the body, the query or the path, at any depth. */
function changeOne(request: Request, place: number, change: (holder: Holder, key: string) => void): Request {
  const copy = structuredClone({ body: request.body, query: request.query, params: request.params })
  const places = [copy.body, copy.query, copy.params].flatMap(placesIn)
  const chosen = places[place % Math.max(1, places.length)]
  if (chosen) change(...chosen)
  return { ...request, ...copy }
}

function placesIn(value: unknown): Array<[Holder, string]> {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Holder
  return Object.keys(holder).flatMap((key) => [[holder, key] as [Holder, string], ...placesIn(holder[key])])
}
