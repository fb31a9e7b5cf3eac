/** Operators: people with a name, a key and permissions. Only a digest of the key is stored. */
import { randomUUID } from 'node:crypto'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import { lockNamed } from '../kernel/locks.ts'
import type { Deps, KernelDeps, Tx } from '../deps.ts'
import { type Actor, mayDo, type OperatorActor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit.ts'
import { readRoles, scopesOf } from './roles.ts'
import { endSessionsOf } from './sessions.ts'
import { digestOf, newToken } from './tokens.ts'

export type ListedOperator = {
  name: string
  permissions: string[]
  roles: string[]
  createdAt: Date
  endedAt: Date | null
}

export const isOperatorName = (name: string): boolean => /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,39}$/u.test(name)

export async function findOperator({ db }: KernelDeps, key: string): Promise<OperatorActor | null> {
  const row = await db.kysely
    .selectFrom('operators.operators')
    .select(['id', 'name', 'permissions', 'roles'])
    .where('key_hash', '=', digestOf(key))
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const { id, name, permissions, roles } = row
  return { kind: 'operator', id, name, permissions, scopes: scopesOf(await readRoles(db.kysely), roles) }
}

/** Whether anybody has a key for the command line. */
export async function hasOperators({ db }: KernelDeps): Promise<boolean> {
  return (await activeOperators(db.kysely)).length > 0
}

export async function listOperators({ db }: KernelDeps): Promise<ListedOperator[]> {
  const rows = await db.kysely.selectFrom('operators.operators').selectAll().orderBy('created_at').execute()
  return rows.map((row) => ({
    name: row.name,
    permissions: row.permissions,
    roles: row.roles,
    createdAt: row.created_at,
    endedAt: row.ended_at,
  }))
}

/**
 * Resolves to the key, which cannot be read again. The first operator is added by someone with database access and
 * receives all permissions.
 */
export async function addOperator(
  deps: KernelDeps & { actor: Actor },
  { name, permissions }: { name: string; permissions: string[] },
): Promise<Result<{ key: string; permissions: string[] }, 'nameInvalid' | 'nameTaken' | 'notPermitted'>> {
  if (!isOperatorName(name)) return refuse('nameInvalid')
  const key = `fho_${newToken(deps.randomBytes)}`
  return deps.db.transaction(async (tx) => {
    await lockOperators(tx)
    const isFirst = (await activeOperators(tx)).length === 0
    const { actor } = deps
    // Operators can grant only permissions that they have.
    const isPermitted =
      actor.kind === 'operator'
        ? mayDo(actor, 'operators') && permissions.every((each) => mayDo(actor, each))
        : actor.kind === 'system' && isFirst
    if (!isPermitted) return refuse('notPermitted')
    const given = isFirst ? ['*'] : permissions
    const added = await tx
      .insertInto('operators.operators')
      .values({ id: randomUUID(), name, key_hash: digestOf(key), permissions: given, created_at: deps.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) return refuse('nameTaken')
    await audit(tx, deps, {
      action: 'operator-added',
      playerId: null,
      before: null,
      after: { permissions: given },
      detail: { operator: name },
    })
    return ok({ key, permissions: given })
  })
}

/** Of an operator's access, in the audit log. */
export const fromActiveToEnded = { before: { state: 'active' }, after: { state: 'ended' } }

/** Revokes the key; the name stays reserved, because the audit log refers to it. */
export async function endOperator(
  deps: KernelDeps & { actor: OperatorActor },
  name: string,
): Promise<Result<void, 'operatorNotFound' | 'lastOperator'>> {
  return deps.db.transaction(async (tx) => {
    await lockOperators(tx)
    const active = await activeOperators(tx)
    if (!active.some((each) => each.name === name)) return refuse('operatorNotFound')
    const others = active.filter((each) => each.name !== name)
    if (!others.some((each) => mayDo(each, 'operators'))) return refuse('lastOperator')
    const row = await tx
      .updateTable('operators.operators')
      .set({ ended_at: deps.clock.now() })
      .where('name', '=', name)
      .returning('id')
      .executeTakeFirstOrThrow()
    await endSessionsOf(tx, row.id, deps.clock.now())
    await audit(tx, deps, {
      action: 'operator-ended',
      playerId: null,
      ...fromActiveToEnded,
      detail: { operator: name },
    })
    return ok()
  })
}

/**
 * Serializes changes: of two concurrent first operators one is refused, and two operators who revoke each other leave
 * one.
 */
export async function lockOperators(tx: Tx): Promise<void> {
  await lockNamed(tx, 'operators')
}

async function activeOperators(db: Tx | Deps['db']['kysely']) {
  return db
    .selectFrom('operators.operators')
    .select(['id', 'name', 'permissions'])
    .where('key_hash', 'is not', null)
    .where('ended_at', 'is', null)
    .execute()
}
