/** The destination of a withdrawal request: checked fields, and the destination that they identify. */
import { sql } from 'kysely'
import { walletKey } from '#contract/fields/method-fields.ts'
import { InvoiceType } from '#contract/payments.ts'
import type { Database } from '../../kernel/db/connect.ts'
import type { PlayerCtx } from '../../deps.ts'
import { checkFields, type FieldFaults, pickOwnFields, networkOf } from '../internal/check-request.ts'
import type { Offer } from '../internal/partner-of.ts'
import { originKey } from './origin.ts'
import { destinationOf } from './destination.ts'

type Fields = Record<string, string>
export type Payable = Offer & { origin?: string | null }

/** What the withdrawal stores: the method's own fields, and the deposit to whose card or wallet it goes back. */
export function payoutFields({ method, origin }: Payable, fields: Fields): Fields {
  return { ...pickOwnFields(method, fields), ...(origin ? { [originKey]: origin } : {}) }
}

export function requestedDestination(offer: Payable, fields: Fields): string {
  const { partner, method } = offer
  return destinationOf({
    partner: partner.slug,
    method: method.method,
    network: networkOf(method, fields)?.id ?? null,
    fields: payoutFields(offer, fields),
  })
}

/**
 * Patterns and checksums first; what only the partner knows comes on top, and last whether the money would come back
 * to the player's own deposit address.
 */
export async function payoutFaults(
  { db, caller }: PlayerCtx,
  { partner, method }: Offer,
  given: Fields,
): Promise<FieldFaults> {
  const fields = pickOwnFields(method, given)
  const faulty = Object.keys(partner.findPayoutFaults?.(fields) ?? {})
  const faults: FieldFaults = {
    ...Object.fromEntries(faulty.map((key) => [key, 'malformed' as const])),
    ...checkFields(method, given),
  }
  const address = fields[walletKey]
  return address && !faults[walletKey] && (await isOwnAddress(db.kysely, caller.player.id, address))
    ? { ...faults, [walletKey]: 'ownAddress' }
    : faults
}

/** An address that the player was ever given to deposit at, whatever the currency, network or partner. */
async function isOwnAddress(db: Database['kysely'], playerId: string, address: string): Promise<boolean> {
  const given = await db
    .selectFrom('payments.invoices')
    .select('id')
    .where('player_id', '=', playerId)
    .where('type', '=', InvoiceType.deposit)
    .where(sql`lower(partner_answer ->> 'address')`, '=', address.toLowerCase())
    .limit(1)
    .executeTakeFirst()
  return given !== undefined
}
