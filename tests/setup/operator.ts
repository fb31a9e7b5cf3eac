/** An operator for tests: an actor, and a key for the command line. */
import { randomUUID } from 'node:crypto'
import type { KernelDeps } from '#server/deps.ts'
import { addOperator, findOperator } from '#server/operators/operators.ts'
import type { OperatorActor } from '#server/kernel/actor.ts'

export const operator: OperatorActor = {
  kind: 'operator',
  id: randomUUID(),
  name: 'olga',
  permissions: ['*'],
  scopes: [],
}

/** Adds an operator and returns the key. The first one in a database has all permissions, whatever is requested. */
export async function operatorKey(
  deps: KernelDeps,
  { name = 'olga', permissions = ['*'], by }: { name?: string; permissions?: string[]; by?: string } = {},
): Promise<string> {
  const actor = by ? (await findOperator(deps, by))! : { kind: 'system' as const, job: 'test' }
  const added = await addOperator({ ...deps, actor }, { name, permissions })
  if (!added.ok) throw new Error(`no operator was added: ${added.refusal}`)
  return added.value.key
}
