/** Kinds of definitions that operators version: quests, levels, tournaments, cashback. Each module declares its own. */
import type { z } from 'zod'

export type DefinitionKind<Data = unknown> = {
  /** One lower-case word; also the first word of its operator commands. */
  kind: string
  /** The shipped definitions, `content/rewards/<file>`: identity -> data. The operator's own folder replaces the file. */
  file: string
  /** Form and fairness; a broken rule's message names the rule. */
  schema: z.ZodType<Data>
  /** One line for an operator. */
  describe(data: Data): string
}

/** Without its type of data: for lists of all kinds. */
export type AnyDefinitionKind = Omit<DefinitionKind, 'describe'>

export function defineKind<Schema extends z.ZodType>(
  kind: Omit<DefinitionKind<z.output<Schema>>, 'schema'> & { schema: Schema },
): DefinitionKind<z.output<Schema>> {
  return kind as DefinitionKind<z.output<Schema>>
}
