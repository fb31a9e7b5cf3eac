/** Rows of the address book, and what their player sees of them. */
import type { Selectable } from 'kysely'
import type { SavedAddress } from '#contract/payments.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import type { KernelDeps } from '../../deps.ts'
import { readAddressFields } from './stored.ts'

export function presentAddress({ settings }: KernelDeps, row: Selectable<Tables['payments.addresses']>): SavedAddress {
  return {
    id: row.id,
    name: row.name,
    method: row.method,
    currency: row.currency,
    network: row.network,
    fields: readAddressFields(row.fields),
    trustedFrom: new Date(row.created_at.getTime() + settings.withdrawals.addressWaitMs).toISOString(),
  }
}
