/** Reads the JSON of requests, whose senders nobody trusts: within limits, and into objects without prototypes. */
import { z } from 'zod'
import { ExactNumber, parseExactly } from './exact-number.ts'
import * as HttpStatus from './statuses.ts'

/** Enough for most calls; an endpoint that needs more declares it. */
export const defaultBodyBytes = 4096
const maxDepth = 12
/** Keys of objects and entries of lists, together. */
export const maxValues = 1000

/** Thrown for a body that is no JSON, or that exceeds a limit. */
export class BodyFault extends Error {
  readonly statusCode = HttpStatus.badRequest
}

/**
 * The value of a JSON body. Its objects have no prototype: a key such as `constructor` or `__proto__` is a key like any
 * other. `areNumbersExact`: see `parseExactly`.
 */
export function readJson(bytes: Uint8Array, { areNumbersExact = false } = {}): unknown {
  let value: unknown
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    value = areNumbersExact ? parseExactly(text) : JSON.parse(text)
  } catch {
    throw new BodyFault('The body is not valid JSON')
  }
  return bare(value, { depth: 0, values: 0 })
}

function bare(value: unknown, seen: { depth: number; values: number }): unknown {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value
  if (++seen.depth > maxDepth) throw new BodyFault(`The body is nested more than ${maxDepth} levels deep`)
  const keys = Object.keys(value)
  seen.values += keys.length
  if (seen.values > maxValues) throw new BodyFault(`The body has more than ${maxValues} values`)
  const copy = (Array.isArray(value) ? [] : Object.create(null)) as Record<string, unknown>
  for (const key of keys) copy[key] = bare((value as Record<string, unknown>)[key], seen)
  seen.depth--
  return copy
}

const lengthChecks = new Set(['max_length', 'min_length', 'length_equals'])

/**
 * Checks of lengths read them of text and lists alone. The library would read `length` of whatever has such a property,
 * and compare it with a number even if it is an object.
 */
export function lengthsOfTextAlone<Schema extends z.ZodType | undefined>(schema: Schema, seen = new Set()): Schema {
  if (schema === undefined || seen.has(schema)) return schema
  seen.add(schema)
  const { def } = schema._zod
  if (schema instanceof z.ZodLazy) lengthsOfTextAlone(schema._zod.innerType as z.ZodType, seen)
  for (const check of def.checks ?? []) if (lengthChecks.has(check._zod.def.check)) check._zod.def.when = isTextOrList
  for (const part of partsOf(def)) lengthsOfTextAlone(part, seen)
  return schema
}

const isTextOrList = ({ value }: { value: unknown }): boolean => typeof value === 'string' || Array.isArray(value)

/** The schemas that a schema consists of, whatever its kind. */
function partsOf(def: object): z.ZodType[] {
  return Object.values(def).flatMap((value: unknown): z.ZodType[] => {
    if (value instanceof z.ZodType) return [value]
    if (typeof value !== 'object' || value === null || '_zod' in value) return []
    return Object.values(value).filter((inner) => inner instanceof z.ZodType)
  })
}
