/** The destination of a withdrawal as a short text, to recognise whether it was used before. */
import { createHash } from 'node:crypto'
import type { Tx } from '../../../db/connect.ts'

type Place = { partner: string; method: string; network: string | null; fields: Record<string, string> }

/** Spaces or letter case in an account number do not make a new destination. */
export function destinationOf({ partner, method, network, fields }: Place): string {
  const written = Object.keys(fields)
    .sort()
    .map((key) => [key, key === 'wallet_id' ? fields[key]! : fields[key]!.replaceAll(/\s/g, '').toUpperCase()])
  return createHash('sha256')
    .update(JSON.stringify([partner, method, network, written]))
    .digest('hex')
}

/** The first withdrawal to it required a step-up. A declined or cancelled one does not make a destination known. */
export async function isKnownDestination(
  db: Pick<Tx, 'selectFrom'>,
  playerId: string,
  destination: string,
): Promise<boolean> {
  const before = await db
    .selectFrom('payments.invoices')
    .select('id')
    .where('player_id', '=', playerId)
    .where('destination', '=', destination)
    .where('stage', '<>', 'declined')
    .where((where) => where.or([where('review', 'is', null), where('review', '<>', 'declined')]))
    .limit(1)
    .executeTakeFirst()
  return before !== undefined
}
