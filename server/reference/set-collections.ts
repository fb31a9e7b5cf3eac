/** Replaces all collections of the lobby, so that players see exactly the list that the operator has checked. */
import { z } from 'zod'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { KernelDeps } from '../deps.ts'
import type { OperatorActor } from '../kernel/actor.ts'
import { subjects } from './internal/subjects.ts'
import { addVersion, lockSubject } from './versions.ts'

type Needs = KernelDeps & { actor: OperatorActor }

export async function setCollections(
  needs: Needs,
  { collections, comment }: { collections: unknown; comment: string },
): Promise<Result<{ version: number }, 'collectionsInvalid'>> {
  const parsed = subjects.collections.safeParse(collections)
  if (!parsed.success) return refuse('collectionsInvalid', { message: z.prettifyError(parsed.error) })
  return needs.db.transaction(async (tx) => {
    await lockSubject(tx, 'collections')
    return ok({ version: await addVersion(tx, needs, 'collections', { data: parsed.data, comment }) })
  })
}
