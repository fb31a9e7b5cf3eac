/** Reads the JSON of requests, whose senders are not trusted: within limits, and into objects without prototypes. */
import { z } from 'zod'
import { ExactNumber, parseExactly } from './exact-number.ts'
import * as HttpStatus from './statuses.ts'

/** The maximum body size; an endpoint that needs more declares its own. */
export const defaultBodyBytes = 4096
const maxDepth = 12
/** The maximum number of keys of objects and entries of lists together. */
export const maxValues = 1000

/** Thrown for a body that is not JSON, or that exceeds a limit. */
export class BodyFault extends Error {
  readonly statusCode = HttpStatus.badRequest
}

/**
 * Parses a JSON body. Its objects have no prototype, so that keys such as `constructor` or `__proto__` are ordinary
 * keys. `areNumbersExact`: see `parseExactly`.
 */
export function readJson(bytes: Uint8Array, { areNumbersExact = false } = {}): unknown {
  let value: unknown
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    value = areNumbersExact ? parseExactly(text) : JSON.parse(text)
  } catch {
    throw new BodyFault('The body is not valid JSON')
  }
  return withoutPrototypes(value, { depth: 0, values: 0 })
}

function withoutPrototypes(value: unknown, counts: { depth: number; values: number }): unknown {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value
  if (++counts.depth > maxDepth) throw new BodyFault(`The body is nested more than ${maxDepth} levels deep`)
  const keys = Object.keys(value)
  counts.values += keys.length
  if (counts.values > maxValues) throw new BodyFault(`The body has more than ${maxValues} values`)
  const copy = (Array.isArray(value) ? [] : Object.create(null)) as Record<string, unknown>
  for (const key of keys) copy[key] = withoutPrototypes((value as Record<string, unknown>)[key], counts)
  counts.depth--
  return copy
}

const lengthChecks = new Set(['max_length', 'min_length', 'length_equals'])

/**
 * Limits length checks to text and lists. Zod would read `length` of anything that has such a property, and compare it
 * with a number even if it is an object.
 */
export function limitLengthChecks<Schema extends z.ZodType | undefined>(schema: Schema, counts = new Set()): Schema {
  if (schema === undefined || counts.has(schema)) return schema
  counts.add(schema)
  const { def } = schema._zod
  if (schema instanceof z.ZodLazy) limitLengthChecks(schema._zod.innerType as z.ZodType, counts)
  for (const check of def.checks ?? []) if (lengthChecks.has(check._zod.def.check)) check._zod.def.when = isTextOrList
  for (const part of partsOf(def)) limitLengthChecks(part, counts)
  return schema
}

const isTextOrList = ({ value }: { value: unknown }): boolean => typeof value === 'string' || Array.isArray(value)

/** The schemas that a schema of any kind consists of. */
function partsOf(def: object): z.ZodType[] {
  return Object.values(def).flatMap((value: unknown): z.ZodType[] => {
    if (value instanceof z.ZodType) return [value]
    if (typeof value !== 'object' || value === null || '_zod' in value) return []
    return Object.values(value).filter((inner) => inner instanceof z.ZodType)
  })
}
