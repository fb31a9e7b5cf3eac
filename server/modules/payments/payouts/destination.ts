/** Where a withdrawal goes, as one short text: a place that was used before is told from one that is new. */
import { createHash } from 'node:crypto'
import type { Tx } from '../../../db/connect.ts'

type Place = { partner: string; method: string; network: string | null; fields: Record<string, string> }

/** Writing an account number with spaces or other letters' case makes no new place of it. */
export function destinationOf({ partner, method, network, fields }: Place): string {
  const written = Object.keys(fields)
    .sort()
    .map((key) => [key, key === 'wallet_id' ? fields[key]! : fields[key]!.replaceAll(/\s/g, '').toUpperCase()])
  return createHash('sha256')
    .update(JSON.stringify([partner, method, network, written]))
    .digest('hex')
}

/** Whoever asked for the first one had proven who they are. One that an operator declined or the player called back makes no place known. */
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
