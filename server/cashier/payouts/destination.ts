/** The destination of a withdrawal as a short text, to recognise whether it was used before. */
import { createHash } from 'node:crypto'
import type { KernelDeps } from '../../deps.ts'
import { ownedSince } from '../../identity/index.ts'

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

/**
 * The first withdrawal to it, or saving its address, required a step-up. A declined or cancelled withdrawal does not make a
 * destination known, and a saved address does so only after its wait. Neither does one from before the account's owner
 * proved the address.
 */
export async function isKnownDestination(
  { db, clock, settings }: KernelDeps,
  playerId: string,
  destination: string,
): Promise<boolean> {
  const saved = await db.kysely
    .selectFrom('payments.addresses')
    .select('id')
    .where('player_id', '=', playerId)
    .where('destination', '=', destination)
    .where('created_at', '<=', new Date(clock.now().getTime() - settings.withdrawals.addressWaitMs))
    .executeTakeFirst()
  if (saved) return true
  const since = await ownedSince(db.kysely, playerId)
  const before = await db.kysely
    .selectFrom('payments.invoices')
    .select('id')
    .where('player_id', '=', playerId)
    .$if(since !== null, (invoices) => invoices.where('created_at', '>', since!))
    .where('destination', '=', destination)
    .where('stage', '<>', 'declined')
    .where((where) => where.or([where('review', 'is', null), where('review', '<>', 'declined')]))
    .limit(1)
    .executeTakeFirst()
  return before !== undefined
}
