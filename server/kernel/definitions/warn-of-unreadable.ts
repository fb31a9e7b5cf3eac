/** Warns of active definitions that only a newer build can read; work that needs them is left to its processes. */
import type { KernelDeps } from '../../deps.ts'
import type { AnyDefinitionKind } from '../definition-kind.ts'
import { unreadable } from './definitions.ts'

export async function warnOfUnreadable({ db, log }: KernelDeps, kinds: readonly AnyDefinitionKind[]): Promise<void> {
  for (const kind of kinds)
    for (const identity of await unreadable(db.kysely, kind))
      log.warn({ kind: kind.kind, identity }, 'a definition has a form that this build does not know')
}
