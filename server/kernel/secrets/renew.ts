/** Encrypts data of former secrets again with the current one, so that the former ones can be removed. */
import type { Deps } from '../../deps.ts'
import type { Job } from '../jobs/scheduler.ts'
import type { SealedData, SealingNeeds } from '../sealed-data.ts'

export type Found = { what: string; former: number; unreadable: number }

/** Counts data not encrypted with the current secret; if `isRenewed`, renewable data are renewed first. */
export async function examine(
  needs: SealingNeeds,
  kinds: SealedData[],
  { isRenewed, signal }: { isRenewed: boolean; signal?: AbortSignal },
): Promise<Found[]> {
  const all: Found[] = []
  for (const kind of kinds) {
    const found = { what: kind.what, former: 0, unreadable: 0 }
    for (const id of await kind.list(needs)) {
      signal?.throwIfAborted()
      const version = await kind.keyOf(needs, id)
      if (version === 'unreadable') found.unreadable++
      if (version !== 'former') continue
      if (isRenewed) await kind.renew(needs, id)
      else found.former++
    }
    all.push(found)
  }
  return all
}

export function renewJob(deps: Deps, kinds: SealedData[]): Job {
  return {
    name: 'former-secrets',
    everyMs: 60_000,
    due: 'SELECT since FROM secrets.current WHERE renewed_at IS NULL',
    isExclusive: true,
    async run(signal) {
      const needs = { ...deps, storage: deps.partners.storage }
      for (const { what, unreadable } of await examine(needs, kinds, { isRenewed: true, signal }))
        if (unreadable > 0)
          deps.log.error({ what, unreadable }, 'neither SECRET nor FORMER_SECRETS opens some stored data')
      await deps.db.kysely.updateTable('secrets.current').set({ renewed_at: deps.clock.now() }).execute()
    },
  }
}
