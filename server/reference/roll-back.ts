/** Makes an earlier version current again by adding it as a new one, so that the versions in between stay readable. */
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { KernelDeps } from '../deps.ts'
import type { OperatorActor } from '../kernel/actor.ts'
import { farMoves } from './far-moves.ts'
import type { Rates } from './rates.ts'
import { addVersion, lockSubject, readVersion, type Subject } from './versions.ts'

type Needs = KernelDeps & { actor: OperatorActor }

/** `maxChange`: the bound for rates, as when one is set. */
export async function rollBack(
  needs: Needs,
  subject: Subject,
  { version, comment, maxChange }: { version: number; comment: string; maxChange?: number | undefined },
): Promise<Result<{ version: number }, 'versionNotFound' | 'noChange' | 'movesFar'>> {
  return needs.db.transaction(async (tx) => {
    await lockSubject(tx, subject)
    const current = (await readVersion(tx, subject))!
    if (current.version === version) return refuse('noChange')
    const earlier = await readVersion(tx, subject, version)
    if (!earlier) return refuse('versionNotFound')
    // A currency that was added after that version keeps its rate.
    const data = subject === 'rates' ? Object.assign({}, current.data, earlier.data) : earlier.data
    const far = subject === 'rates' ? farMoves(current.data as Rates, data as Rates, maxChange) : null
    if (far !== null) return refuse('movesFar', { message: far })
    return ok({
      version: await addVersion(tx, needs, subject, { data, comment: `back to version ${version}: ${comment}` }),
    })
  })
}
