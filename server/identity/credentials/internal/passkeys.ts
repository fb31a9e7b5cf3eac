/** The players' site as a relying party, and the wire form of a stored passkey; the key itself is never sent. */
import type { Selectable } from 'kysely'
import type { Passkey } from '#contract/credentials.ts'
import type { KernelDeps } from '../../../deps.ts'
import type { Tables } from '../../../kernel/db/tables.ts'
import { relyingParty } from '../ceremony.ts'

export const siteParty = ({ settings }: KernelDeps) => relyingParty(settings.publicUrl, 'Fairhouse')

export function toPasskey(
  row: Pick<Selectable<Tables['credentials.passkeys']>, 'id' | 'name' | 'created_at' | 'last_used_at'>,
): Passkey {
  return {
    id: row.id,
    name: row.name,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }
}
