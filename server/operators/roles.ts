/** Roles of the desk: definitions with versions, each a list of scopes. */
import { z } from 'zod'
import { scopes } from '#contract/desk/scopes.ts'
import type { KernelDeps, Tx } from '../deps.ts'
import { defineKind } from '../kernel/definition-kind.ts'
import { readKnownActive } from '../kernel/definitions/definitions.ts'

const Role = z.strictObject({
  title: z.string().min(1).max(60),
  scopes: z.array(z.enum(scopes)).min(1),
})

export const roleKind = defineKind({
  kind: 'role',
  area: 'operators',
  file: 'roles.json',
  schema: Role,
  describe: ({ title, scopes: held }) => `${title}: ${held.join(', ')}`,
})

export type RoleInForce = { role: string; title: string; scopes: string[] }

export async function readRoles(db: KernelDeps['db']['kysely'] | Tx): Promise<RoleInForce[]> {
  const active = await readKnownActive(db, roleKind)
  return active.map(({ identity, data }) => ({ role: identity, ...data }))
}

/** Of the roles that are in force; one that has ended grants nothing. */
export function scopesOf(inForce: readonly RoleInForce[], roles: readonly string[]): string[] {
  return [...new Set(inForce.filter(({ role }) => roles.includes(role)).flatMap(({ scopes: held }) => held))]
}
