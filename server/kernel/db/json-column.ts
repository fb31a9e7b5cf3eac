/** Reads JSONB: each column has one schema, declared by the module that owns its table. */
import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Tables } from './tables.ts'

/** The columns of type JSON, such as `payments.invoices.fields`. */
export type JsonColumn = {
  [Table in keyof Tables]: {
    [Column in keyof Selectable<Tables[Table]> & string]: unknown extends Selectable<Tables[Table]>[Column]
      ? `${Table}.${Column}`
      : never
  }[keyof Selectable<Tables[Table]> & string]
}[keyof Tables]

/** The reader throws for a malformed value. The message contains only paths, because values may be personal. */
export function jsonColumn<S extends z.ZodType>(column: JsonColumn, schema: S): (stored: unknown) => z.output<S> {
  return (stored) => {
    const read = schema.safeParse(stored)
    if (read.success) return read.data
    const places = read.error.issues.map(({ path, message }) => `${path.join('.') || 'value'}: ${message}`)
    throw new Error(`${column} is malformed (${places.join('; ')})`)
  }
}

/** Form fields and other texts by name. */
export const TextsByName = z.record(z.string(), z.string())
