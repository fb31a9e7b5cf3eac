/** The rows that a refused request may write, and why. Any other change is a fault. */
import type { Write } from './writes.ts'

type Allowed = {
  table: string
  /** Only these columns may change. Without it, rows may also be inserted and deleted. */
  columns?: string[]
  /** The default is every operation. */
  operations?: string[]
  /** The default is every row. */
  isRow?: (row: Record<string, unknown>) => boolean
  because: string
}

export const allowedWrites: Allowed[] = [
  { table: 'identity.attempts', because: 'attempts are counted, successful or not' },
  { table: 'sports.requests', because: 'a call that was refused is refused again when it is repeated' },
  { table: 'identity.audit', because: 'refused attempts at an account are on record' },
  { table: 'credentials.challenges', because: 'a challenge is answered once, correctly or not' },
  {
    table: 'identity.link_codes',
    columns: ['used_at'],
    operations: ['autologin'],
    because: 'a link that signs in is good once, whatever becomes of the sign-in',
  },
  {
    table: 'identity.social_used',
    because: "a provider's answer and its ticket are good once, whatever becomes of them",
  },
  { table: 'identity.otps', columns: ['tries'], because: 'tries of a one-time code are counted' },
  {
    table: 'identity.sessions',
    columns: ['active_at', 'idled_at', 'last_used_at', 'seen_country'],
    because: 'a player who is refused was active, and was seen in a country',
  },
  {
    table: 'ledger.accounts',
    isRow: ({ player_id: playerId }) => playerId === null,
    because: 'a house account is opened in its own transaction by the first movement that names it',
  },
]

export function unexpectedWrites(operation: string, writes: Write[]): Write[] {
  return writes.filter(
    (write) =>
      !allowedWrites.some(
        ({ table, columns, operations, isRow }) =>
          table === write.table &&
          (!isRow || isRow(write.row)) &&
          (!columns || write.columns.every((column) => columns.includes(column))) &&
          (!operations || operations.includes(operation)),
      ),
  )
}
