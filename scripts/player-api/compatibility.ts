/**
 * Finds what a change of the player API would break for clients of the published version. Clients ignore fields,
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

function breaksOf(old: Operation, now: Operation, components: { before: Components; after: Components }): string[] {
  const request = coverage('request', { wider: components.after, narrower: components.before })
  const response = coverage('response', { wider: components.before, narrower: components.after })
  return [
    ...(now.operationId === old.operationId ? [] : [`is named ${now.operationId} instead of ${old.operationId}`]),
    ...(now.security && !old.security ? ['asks for a session'] : []),
    ...parameterBreaks(old, now, request),
    ...bodyBreaks(old, now, request),
    ...answerBreaks(old, now, response),
    ...old['x-refusals'].flatMap(({ name, status, code }) => {
      const counterpart = now['x-refusals'].find((each) => each.name === name)
      return counterpart && (counterpart.status !== status || counterpart.code !== code)
        ? [`${name} has another status or code`]
        : []
    }),
  ]
}

type Coverage = (pair: Pair) => string[]

function parameterBreaks(old: Operation, now: Operation, covers: Coverage): string[] {
  const [sent, accepted] = [old.parameters ?? [], now.parameters ?? []]
  const removed = sent.filter(({ name }) => !accepted.some((each) => each.name === name))
  return [
    ...removed.map(({ name }) => `the parameter ${name} is gone`),
    ...accepted.flatMap((parameter) => {
      const previous = sent.find(({ name }) => name === parameter.name)
      if (parameter.required && !previous?.required) return [`the parameter ${parameter.name} is required`]
      return previous ? covers({ wider: parameter.schema, narrower: previous.schema, path: parameter.name }) : []
    }),
  ]
}

function bodyBreaks(old: Operation, now: Operation, covers: Coverage): string[] {
  if (!old.requestBody) return now.requestBody ? ['asks for a body'] : []
  return Object.entries(old.requestBody.content).flatMap(([type, { schema }]) => {
    const accepted = now.requestBody?.content[type]
    return accepted ? covers({ wider: accepted.schema, narrower: schema, path: 'body' }) : [`takes no ${type}`]
  })
}

function answerBreaks(old: Operation, now: Operation, covers: Coverage): string[] {
  return Object.entries(old.responses['200']?.content ?? {}).flatMap(([type, { schema }]) => {
    const sent = now.responses['200']?.content?.[type]
    return sent ? covers({ wider: schema, narrower: sent.schema, path: 'answer' }) : [`answers with no ${type}`]
  })
}

/**
 * Returns the comparison of schemas in one direction; `#/$defs/…` is resolved within the schema itself, every other
 * reference in the components.
 */
function coverage(direction: Direction, components: Record<'wider' | 'narrower', Components>): Coverage {
  return (whole) => {
    const { wider, narrower } = whole
    const inProgress = new Set<string>()
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
    const compare = (pair: Pair): string[] => {
      const key = `${JSON.stringify(pair.wider)} ${JSON.stringify(pair.narrower)}`
      // A type that contains itself is compared once.
      if (inProgress.has(key)) return []
      inProgress.add(key)
      const acceptedAlternatives = alternatives(pair.wider, (schema) => resolve(schema, 'wider'))
      const problems = alternatives(pair.narrower, (schema) => resolve(schema, 'narrower')).flatMap((value) => {
        const attempts = acceptedAlternatives.map((accepted) =>
          compareOne({ wider: accepted, narrower: value, path: pair.path }),
        )
        if (attempts.some((attempt) => attempt.length === 0)) return []
        if (direction === 'response' && isNewKind(value, acceptedAlternatives)) return []
        const alike = acceptedAlternatives.findIndex((accepted) => accepted.type === value.type)
        const closest = attempts[alike]
        return closest && acceptedAlternatives.filter((accepted) => accepted.type === value.type).length === 1
          ? closest
          : [`${pair.path} ${direction === 'request' ? 'no longer accepts' : 'can now be'} ${nameOf(value)}`]
      })
      inProgress.delete(key)
      return [...new Set(problems)]
    }
    const compareOne = ({ wider: accepted, narrower: value, path }: Pair): string[] => {
      if (isAny(accepted)) return []
      const isSameType = accepted.type === value.type || (accepted.type === 'number' && value.type === 'integer')
      if (!isSameType) return [`${path} is ${nameOf(value)} instead of ${nameOf(accepted)}`]
      if (value.type === 'object') return fields(accepted, value, path)
      if (value.type === 'array') return items(accepted, value, path)
      return plain(accepted, value, path)
    }
    const fields = (accepted: Schema, value: Schema, path: string): string[] => {
      const [ours, theirs] = [propertiesOf(accepted), propertiesOf(value)]
      const always = requiredOf(value)
      const missing = requiredOf(accepted)
        .filter((name) => !always.includes(name))
        .map((name) => (direction === 'request' ? `${path}.${name} is required` : `${path}.${name} can be missing`))
      const nested = Object.entries(theirs).flatMap(([name, schema]) => {
        const previous = ours[name]
        if (previous) return compare({ wider: previous, narrower: schema, path: `${path}.${name}` })
        // Unknown fields of an answer are ignored; a field of a request that is no longer read has lost its meaning.
        return direction === 'request' ? [`${path}.${name} is no longer read`] : []
      })
      const removed = Object.keys(ours).filter((name) => direction === 'response' && !(name in theirs))
      const [valuesOfOurs, valuesOfTheirs] = [accepted.additionalProperties, value.additionalProperties]
      const entries =
        isSchema(valuesOfOurs) && isSchema(valuesOfTheirs)
          ? compare({ wider: valuesOfOurs, narrower: valuesOfTheirs, path: `${path}.*` })
          : isSchema(valuesOfTheirs) !== isSchema(valuesOfOurs)
            ? [`${path} is another kind of object`]
            : []
      return [...missing, ...nested, ...removed.map((name) => `${path}.${name} is gone`), ...entries]
    }
    const items = (accepted: Schema, value: Schema, path: string): string[] => {
      const [ours, theirs] = [accepted.prefixItems as Schema[] | undefined, value.prefixItems as Schema[] | undefined]
      if (ours?.length !== theirs?.length) return [`${path} is another kind of list`]
      const places = (ours ?? []).flatMap((schema, index) =>
        compare({ wider: schema, narrower: theirs![index]!, path: `${path}[${index}]` }),
      )
      const each =
        isSchema(accepted.items) && isSchema(value.items)
          ? compare({ wider: accepted.items, narrower: value.items, path: `${path}[]` })
          : []
      return [...places, ...each, ...limits(accepted, value, path)]
    }
    const plain = (accepted: Schema, value: Schema, path: string): string[] => {
      const [acceptedValues, values] = [valuesOf(accepted), valuesOf(value)]
      if (acceptedValues && !values) return [`${path} is no longer one of ${acceptedValues.join(', ')}`]
      if (acceptedValues && values && direction === 'request') {
        const refused = values.filter((each) => !acceptedValues.includes(each))
        return refused.length > 0 ? [`${path} no longer accepts ${refused.join(', ')}`] : []
      }
      const format = accepted.format !== undefined && accepted.format !== value.format && !values
      return [...(format ? [`${path} has another format`] : []), ...(values ? [] : limits(accepted, value, path))]
    }
    const limits = (accepted: Schema, value: Schema, path: string): string[] => {
      if (direction === 'response') return []
      const isTighter =
        lowest.some((key) => number(accepted[key], -Infinity) > number(value[key], -Infinity)) ||
        highest.some((key) => number(accepted[key], Infinity) < number(value[key], Infinity)) ||
        (accepted.pattern !== undefined && accepted.pattern !== value.pattern)
      return isTighter ? [`${path} accepts less than before`] : []
    }
    return compare(whole)
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

/** The alternatives of a schema, with unions, references and lists of types resolved. */
function alternatives(schema: Schema, resolve: (schema: Schema) => Schema): Schema[] {
  const found = resolve(schema)
  const either = (found.anyOf ?? found.oneOf) as Schema[] | undefined
  const flat = either ? either.flatMap((each) => alternatives(each, resolve)) : [found]
  const typed = flat.flatMap((each) =>
    Array.isArray(each.type) ? (each.type as string[]).map((type) => ({ ...each, type })) : [each],
  )
  return joinLiterals(typed)
}

/** Joins the literals of one type into one enumeration. */
function joinLiterals(schemas: Schema[]): Schema[] {
  const isPlain = ({ type }: Schema) => type === 'string' || type === 'number' || type === 'integer'
  const literals = schemas.filter((each) => isPlain(each) && valuesOf(each))
  const byType = Map.groupBy(literals, ({ type }) => type)
  return [
    ...schemas.filter((each) => !literals.includes(each)),
    ...[...byType].map(([type, group]) => ({ type, enum: group.flatMap((each) => valuesOf(each)!) })),
  ]
}

/**
 * True if the schema is a further variant of a discriminated union, which is treated like a new value of an
 * enumeration.
 */
function isNewKind(value: Schema, accepted: Schema[]): boolean {
  const objects = accepted.filter(({ type }) => type === 'object')
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
