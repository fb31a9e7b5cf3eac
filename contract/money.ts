/**
 * Money is an integer count of a currency's smallest unit: bigint in code, a JSON
 * integer on the wire. Nothing here rounds silently.
 */
import { z } from 'zod'

declare const subunits: unique symbol
/** An amount in a currency's subunits (cents, satoshi, gwei). */
export type Subunits = bigint & { readonly [subunits]: true }

/** Throws RangeError for a fraction: subunits are whole. */
export function toSubunits(value: bigint | number): Subunits {
  return BigInt(value) as Subunits
}

/** The amount in JSON. Throws RangeError, before anything is sent, if a double cannot represent it exactly. */
export function toWire(amount: bigint): number {
  const wire = Number(amount)
  if (!Number.isSafeInteger(wire)) throw new RangeError(`amount ${amount} does not fit a JSON number`)
  return wire
}

/** A positive amount in a request: a JSON integer of subunits, within what a double holds exactly. */
export const PositiveAmount = z
  .int()
  .min(1)
  .max(Number.MAX_SAFE_INTEGER)
  .transform((value) => BigInt(value) as Subunits)
/** An amount in a reply: a JSON integer of subunits, zero or more. */
export const WireAmount = z.int().min(0).max(Number.MAX_SAFE_INTEGER)
/** A signed amount in a reply. */
export const SignedWireAmount = z.int()

export const CurrencyCode = z.string().regex(/^[A-Z]{3,5}$/)
