/** The destination of a withdrawal request: checked fields, and the destination that they identify. */
import { checkFields, type FieldFaults, pickOwnFields, networkOf } from '../internal/check-request.ts'
import type { Offer } from '../internal/partner-of.ts'
import { destinationOf } from './destination.ts'

type Fields = Record<string, string>

export function requestedDestination({ partner, method }: Offer, fields: Fields): string {
  return destinationOf({
    partner: partner.name,
    method: method.method,
    network: networkOf(method, fields)?.id ?? null,
    fields: pickOwnFields(method, fields),
  })
}

/** Patterns first; checks that only the partner can make, such as checksums, come on top. */
export function payoutFaults({ partner, method }: Offer, given: Fields): FieldFaults {
  const faulty = Object.keys(partner.findPayoutFaults?.(pickOwnFields(method, given)) ?? {})
  return { ...Object.fromEntries(faulty.map((key) => [key, 'malformed' as const])), ...checkFields(method, given) }
}
