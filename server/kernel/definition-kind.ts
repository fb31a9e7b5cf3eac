/** Kinds of versioned definitions: quests, levels, tournaments, cashback, rakeback. Each module declares its own. */
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { DefinitionArea } from '#contract/desk/definitions.ts'
import type { Tables } from './db/tables.ts'
import type { GameDeps } from '../deps.ts'
import type { Policy } from './policy.ts'

export type DefinitionKind<Data = unknown> = {
  /** One lower-case word. */
  kind: string
  /** Whose scopes its changes at the desk require. A second person approves those of `operators`. */
  area: DefinitionArea
  /**
   * The shipped definitions, `content/rewards/<file>`: identity -> data. The operator's own folder replaces the file.
   */
  file: string
  /** Form and fairness; a broken rule's message names the rule. */
  schema: z.ZodType<Data>
  /** One line for an operator. */
  describe(data: Data): string
  /** The rule of a policy that forbids it in a country; null if none does. */
  brokenRule?(data: Data, policy: Policy, deps: GameDeps): string | null
  /** The rule that a new version breaks; stored versions are not checked by it. Null if none is broken. */
  newVersionFault?(data: Data): string | null
  /** A rule that it breaks together with other definitions of its kind, in force or scheduled; null if none. */
  conflict?(db: Kysely<Tables>, definition: { identity: string; data: Data }): Promise<string | null>
}

/** Without its type of data: for lists of all kinds. */
export type AnyDefinitionKind = Omit<DefinitionKind, 'describe' | 'brokenRule'>

export function defineKind<Schema extends z.ZodType>(
  kind: Omit<DefinitionKind<z.output<Schema>>, 'schema'> & { schema: Schema },
): DefinitionKind<z.output<Schema>> {
  return kind as DefinitionKind<z.output<Schema>>
}
