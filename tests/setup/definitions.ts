/** Definitions of rewards for tests. */
import type { Deps } from '#server/deps.ts'
import { draftDefinition, scheduleDefinition } from '#server/kernel/definitions/change-definition.ts'
import type { AnyDefinitionKind } from '#server/kernel/definition-kind.ts'
import { operator } from './operator.ts'

/** Adds a version that is in force from now on and replaces the previous one; resolves to its number. */
export async function putInForce(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  kind: AnyDefinitionKind,
  identity: string,
  data: unknown,
  endsAt: Date | null = null,
): Promise<number> {
  const operatorDeps = { clock, actor: operator }
  return db.transaction(async (tx) => {
    const drafted = await draftDefinition(tx, operatorDeps, kind, { identity, data, comment: 'for a test' })
    if (!drafted.ok) throw new Error(`${identity}: ${drafted.message ?? drafted.refusal}`)
    const scheduled = await scheduleDefinition(tx, operatorDeps, kind, {
      ...drafted.value,
      startsAt: clock.now(),
      endsAt,
    })
    if (!scheduled.ok) throw new Error(`${identity}: ${scheduled.message ?? scheduled.refusal}`)
    return drafted.value.version
  })
}
