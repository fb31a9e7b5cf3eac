/**
 * What a change of the player API would break for clients that were made for the published one. Clients ignore fields,
 * refusals, values of an enumeration and kinds of objects that they do not know (docs/player-api.md).
 */
import type { OpenApi, Operation, Schema } from '#server/reference/openapi.ts'

type Direction = 'request' | 'response'
type Components = OpenApi['components']
/** `wider` must accept every value of `narrower`: after and before for requests, before and after for responses. */
type Pair = { wider: Schema; narrower: Schema; path: string }

export function findBreaks(before: OpenApi, after: OpenApi): string[] {
  return Object.entries(before.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, old]) => {
      const name = `${method.toUpperCase()} ${path}`
      const now = after.paths[path]?.[method]
      if (!now) return [`${name} is gone`]
      return breaksOf(old, now, { before: before.components, after: after.components }).map(
        (each) => `${name}: ${each}`,
      )
    }),
  )
}

function breaksOf(old: Operation, now: Operation, of: { before: Components; after: Components }): string[] {
  const request = coverage('request', { wider: of.after, narrower: of.before })
  const response = coverage('response', { wider: of.before, narrower: of.after })
  return [
    ...(now.operationId === old.operationId ? [] : [`is named ${now.operationId} instead of ${old.operationId}`]),
    ...(now.security && !old.security ? ['asks for a session'] : []),
    ...parameterBreaks(old, now, request),
    ...bodyBreaks(old, now, request),
    ...answerBreaks(old, now, response),
    ...old['x-refusals'].flatMap(({ name, status, code }) => {
      const same = now['x-refusals'].find((each) => each.name === name)
      return same && (same.status !== status || same.code !== code) ? [`${name} has another status or code`] : []
    }),
  ]
}

type Coverage = (pair: Pair) => string[]

function parameterBreaks(old: Operation, now: Operation, covers: Coverage): string[] {
  const [given, taken] = [old.parameters ?? [], now.parameters ?? []]
  const gone = given.filter(({ name }) => !taken.some((each) => each.name === name))
  return [
    ...gone.map(({ name }) => `the parameter ${name} is gone`),
    ...taken.flatMap((parameter) => {
      const known = given.find(({ name }) => name === parameter.name)
      if (parameter.required && !known?.required) return [`the parameter ${parameter.name} is required`]
      return known ? covers({ wider: parameter.schema, narrower: known.schema, path: parameter.name }) : []
    }),
  ]
}

function bodyBreaks(old: Operation, now: Operation, covers: Coverage): string[] {
  if (!old.requestBody) return now.requestBody ? ['asks for a body'] : []
  return Object.entries(old.requestBody.content).flatMap(([type, { schema }]) => {
    const taken = now.requestBody?.content[type]
    return taken ? covers({ wider: taken.schema, narrower: schema, path: 'body' }) : [`takes no ${type}`]
  })
}

function answerBreaks(old: Operation, now: Operation, covers: Coverage): string[] {
  return Object.entries(old.responses['200']?.content ?? {}).flatMap(([type, { schema }]) => {
    const given = now.responses['200']?.content?.[type]
    return given ? covers({ wider: schema, narrower: given.schema, path: 'answer' }) : [`answers with no ${type}`]
  })
}

/** Compares the schemas of one direction; `#/$defs/…` is below the schema itself, everything else in the components. */
function coverage(direction: Direction, components: Record<'wider' | 'narrower', Components>): Coverage {
  return ({ wider, narrower, path }) => {
    const open = new Set<string>()
    const resolve = (schema: Schema, side: 'wider' | 'narrower'): Schema => {
      if (typeof schema.$ref !== 'string') return schema
      const place =
        side === 'wider' ? { ...wider, components: components.wider } : { ...narrower, components: components.narrower }
      const found = schema.$ref
        .split('/')
        .slice(1)
        .reduce<unknown>((each, key) => (each as Schema | undefined)?.[key], place)
      if (!found) throw new Error(`unknown schema ${schema.$ref}`)
      return found as Schema
    }
    const compare = (given: Pair): string[] => {
      const seen = `${JSON.stringify(given.wider)} ${JSON.stringify(given.narrower)}`
      // A type that contains itself is compared once.
      if (open.has(seen)) return []
      open.add(seen)
      const wide = alternatives(given.wider, (schema) => resolve(schema, 'wider'))
      const problems = alternatives(given.narrower, (schema) => resolve(schema, 'narrower')).flatMap((value) => {
        const attempts = wide.map((accepted) => one({ wider: accepted, narrower: value, path: given.path }))
        if (attempts.some((attempt) => attempt.length === 0)) return []
        if (direction === 'response' && isNewKind(value, wide)) return []
        const alike = wide.findIndex((accepted) => accepted.type === value.type)
        const closest = attempts[alike]
        return closest && wide.filter((accepted) => accepted.type === value.type).length === 1
          ? closest
          : [`${given.path} ${direction === 'request' ? 'no longer accepts' : 'can now be'} ${nameOf(value)}`]
      })
      open.delete(seen)
      return [...new Set(problems)]
    }
    const one = ({ wider: accepted, narrower: value, path: at }: Pair): string[] => {
      if (isAny(accepted)) return []
      const isSameType = accepted.type === value.type || (accepted.type === 'number' && value.type === 'integer')
      if (!isSameType) return [`${at} is ${nameOf(value)} instead of ${nameOf(accepted)}`]
      if (value.type === 'object') return fields(accepted, value, at)
      if (value.type === 'array') return items(accepted, value, at)
      return plain(accepted, value, at)
    }
    const fields = (accepted: Schema, value: Schema, at: string): string[] => {
      const [ours, theirs] = [propertiesOf(accepted), propertiesOf(value)]
      const always = requiredOf(value)
      const missing = requiredOf(accepted)
        .filter((name) => !always.includes(name))
        .map((name) => (direction === 'request' ? `${at}.${name} is required` : `${at}.${name} can be missing`))
      const nested = Object.entries(theirs).flatMap(([name, schema]) => {
        const known = ours[name]
        if (known) return compare({ wider: known, narrower: schema, path: `${at}.${name}` })
        // Unknown fields of an answer are ignored; a field of a request that is no longer read has lost its meaning.
        return direction === 'request' ? [`${at}.${name} is no longer read`] : []
      })
      const gone = Object.keys(ours).filter((name) => direction === 'response' && !(name in theirs))
      const [valuesOfOurs, valuesOfTheirs] = [accepted.additionalProperties, value.additionalProperties]
      const entries =
        isSchema(valuesOfOurs) && isSchema(valuesOfTheirs)
          ? compare({ wider: valuesOfOurs, narrower: valuesOfTheirs, path: `${at}.*` })
          : isSchema(valuesOfTheirs) !== isSchema(valuesOfOurs)
            ? [`${at} is another kind of object`]
            : []
      return [...missing, ...nested, ...gone.map((name) => `${at}.${name} is gone`), ...entries]
    }
    const items = (accepted: Schema, value: Schema, at: string): string[] => {
      const [ours, theirs] = [accepted.prefixItems as Schema[] | undefined, value.prefixItems as Schema[] | undefined]
      if (ours?.length !== theirs?.length) return [`${at} is another kind of list`]
      const places = (ours ?? []).flatMap((schema, index) =>
        compare({ wider: schema, narrower: theirs![index]!, path: `${at}[${index}]` }),
      )
      const each =
        isSchema(accepted.items) && isSchema(value.items)
          ? compare({ wider: accepted.items, narrower: value.items, path: `${at}[]` })
          : []
      return [...places, ...each, ...limits(accepted, value, at)]
    }
    const plain = (accepted: Schema, value: Schema, at: string): string[] => {
      const [known, given] = [valuesOf(accepted), valuesOf(value)]
      if (known && !given) return [`${at} is no longer one of ${known.join(', ')}`]
      if (known && given && direction === 'request') {
        const refused = given.filter((each) => !known.includes(each))
        return refused.length > 0 ? [`${at} no longer accepts ${refused.join(', ')}`] : []
      }
      const format = accepted.format !== undefined && accepted.format !== value.format && !given
      return [...(format ? [`${at} has another format`] : []), ...(given ? [] : limits(accepted, value, at))]
    }
    const limits = (accepted: Schema, value: Schema, at: string): string[] => {
      if (direction === 'response') return []
      const isTighter =
        lowest.some((key) => number(accepted[key], -Infinity) > number(value[key], -Infinity)) ||
        highest.some((key) => number(accepted[key], Infinity) < number(value[key], Infinity)) ||
        (accepted.pattern !== undefined && accepted.pattern !== value.pattern)
      return isTighter ? [`${at} accepts less than before`] : []
    }
    return compare({ wider, narrower, path })
  }
}

const lowest = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'] as const
const highest = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'] as const
const number = (value: unknown, otherwise: number) => (typeof value === 'number' ? value : otherwise)
const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null
const propertiesOf = (schema: Schema) => (schema.properties ?? {}) as Record<string, Schema>
const requiredOf = (schema: Schema) => (schema.required ?? []) as string[]
const isAny = ({ type, anyOf, oneOf, $ref }: Schema) => !type && !anyOf && !oneOf && !$ref

function valuesOf(schema: Schema): unknown[] | null {
  if (schema.const !== undefined) return [schema.const]
  return Array.isArray(schema.enum) ? (schema.enum as unknown[]) : null
}

/** Without unions, references and lists of types. */
function alternatives(schema: Schema, resolve: (schema: Schema) => Schema): Schema[] {
  const found = resolve(schema)
  const either = (found.anyOf ?? found.oneOf) as Schema[] | undefined
  const flat = either ? either.flatMap((each) => alternatives(each, resolve)) : [found]
  const typed = flat.flatMap((each) =>
    Array.isArray(each.type) ? (each.type as string[]).map((type) => ({ ...each, type })) : [each],
  )
  return joined(typed)
}

/** Literals of one type become one enumeration. */
function joined(schemas: Schema[]): Schema[] {
  const isPlain = ({ type }: Schema) => type === 'string' || type === 'number' || type === 'integer'
  const literals = schemas.filter((each) => isPlain(each) && valuesOf(each))
  const byType = Map.groupBy(literals, ({ type }) => type)
  return [
    ...schemas.filter((each) => !literals.includes(each)),
    ...[...byType].map(([type, group]) => ({ type, enum: group.flatMap((each) => valuesOf(each)!) })),
  ]
}

/** One more variant of a discriminated union, treated like a new value of an enumeration. */
function isNewKind(value: Schema, known: Schema[]): boolean {
  const objects = known.filter(({ type }) => type === 'object')
  return (
    objects.length > 0 &&
    Object.entries(propertiesOf(value)).some(([name, schema]) => {
      const names = valuesOf(schema)
      return (
        names !== null &&
        objects.every((each) => valuesOf(propertiesOf(each)[name] ?? {})?.every((other) => !names.includes(other)))
      )
    })
  )
}

const nameOf = (schema: Schema): string => valuesOf(schema)?.join(' | ') ?? String(schema.type ?? 'anything')
