/** Operators: people with a name, which is never used again, and roles. */
import { lockNamed } from '../kernel/locks.ts'
import type { KernelDeps, Tx } from '../deps.ts'

export const isOperatorName = (name: string): boolean => /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,39}$/u.test(name)

/** Whether anybody can sign in at the desk. */
export async function hasOperators({ db }: KernelDeps): Promise<boolean> {
  const row = await db.kysely
    .selectFrom('operators.operators')
    .select('id')
    .where('enrolled_at', 'is not', null)
    .where('ended_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function isOperator({ db }: KernelDeps, name: string): Promise<boolean> {
  const row = await db.kysely
    .selectFrom('operators.operators')
    .select('id')
    .where('name', '=', name)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Serializes changes, so that two managers who end each other's access leave one. */
export async function lockOperators(tx: Tx): Promise<void> {
  await lockNamed(tx, 'operators')
}
