/**
 * Defines, removes or reorders single collections of the lobby and leaves the others unchanged.
 */
import { z } from 'zod'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { KernelDeps } from '../deps.ts'
import type { OperatorActor } from '../kernel/actor.ts'
import { type CollectionRule, subjects } from './internal/subjects.ts'
import { addVersion, isRepeatedVersion, lockSubject, readVersion } from './versions.ts'

type Needs = KernelDeps & { actor: OperatorActor }
type Changed = Result<{ version: number }, 'collectionsInvalid' | 'collectionUnknown' | 'noChange' | 'changedMeanwhile'>
/** `seen`: refused if a version after it is in force. Without it, no matter which is. */
type Change = { comment: string; seen?: number }

/** Replaces the collection with the same identity at its position; a new one comes last. */
export async function defineCollection(
  needs: Needs,
  { collection, comment, seen }: { collection: unknown } & Change,
): Promise<Changed> {
  const parsed = subjects.collections.safeParse([collection])
  if (!parsed.success) return refuse('collectionsInvalid', { message: z.prettifyError(parsed.error) })
  const rule = parsed.data[0]!
  return change(needs, { comment: `${rule.identity}: ${comment}`, seen }, (all) =>
    all.some(({ identity }) => identity === rule.identity)
      ? all.map((each) => (each.identity === rule.identity ? rule : each))
      : [...all, rule],
  )
}

export async function removeCollection(
  needs: Needs,
  { identity, comment, seen }: { identity: string } & Change,
): Promise<Changed> {
  return change(needs, { comment: `without ${identity}: ${comment}`, seen }, (all) =>
    all.some((each) => each.identity === identity) ? all.filter((each) => each.identity !== identity) : null,
  )
}

/** The named collections come first, in this order; the others follow in theirs. */
export async function orderCollections(
  needs: Needs,
  { identities, comment, seen }: { identities: string[] } & Change,
): Promise<Changed> {
  return change(needs, { comment: `order ${identities.join(', ')}: ${comment}`, seen }, (all) => {
    const first = [...new Set(identities)].map((identity) => all.find((each) => each.identity === identity))
    if (first.some((each) => each === undefined)) return null
    return [...(first as CollectionRule[]), ...all.filter((each) => !first.includes(each))]
  })
}

/** `make` returns null for a collection that does not exist. */
async function change(
  needs: Needs,
  { comment, seen }: { comment: string; seen: number | undefined },
  make: (all: CollectionRule[]) => CollectionRule[] | null,
): Promise<Changed> {
  return needs.db.transaction(async (tx) => {
    await lockSubject(tx, 'collections')
    const last = (await readVersion(tx, 'collections'))!
    const { data: before, version } = last
    if (seen !== undefined && version !== seen)
      return version === seen + 1 && isRepeatedVersion(last, { ...needs, comment })
        ? ok({ version })
        : refuse('changedMeanwhile')
    const changed = make(before)
    if (changed === null) return refuse('collectionUnknown')
    if (JSON.stringify(changed) === JSON.stringify(before)) return refuse('noChange')
    const parsed = subjects.collections.safeParse(changed)
    if (!parsed.success) return refuse('collectionsInvalid', { message: z.prettifyError(parsed.error) })
    return ok({ version: await addVersion(tx, needs, 'collections', { data: parsed.data, comment }) })
  })
}
