/** The part of JSON Schema that definitions use, and what a form needs to know of it. */
export type Schema = {
  type?: string
  const?: unknown
  enum?: string[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  /** The only names of entries, where they are not of the operator's choice. */
  propertyNames?: { enum?: string[] }
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  default?: unknown
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  maxLength?: number
}

/** Alternatives of a value other than null, and whether null is one. */
export function alternativesOf({ anyOf, oneOf }: Schema): { options: Schema[]; isNullable: boolean } | null {
  const all = anyOf ?? oneOf
  if (!all) return null
  const options = all.filter(({ type }) => type !== 'null')
  return { options, isNullable: options.length < all.length }
}

/** The property whose constant tells alternatives apart, such as `kind`. */
export function discriminatorOf(options: Schema[]): string | null {
  const names = Object.keys(options[0]?.properties ?? {})
  return names.find((name) => options.every(({ properties }) => properties?.[name]?.const !== undefined)) ?? null
}

/** A name of an alternative: its constant, its single value or the names of its properties. */
export function nameOf(option: Schema, discriminator: string | null): string {
  const constant = discriminator === null ? option.const : option.properties?.[discriminator]?.const
  if (constant !== undefined) return String(constant)
  return option.properties ? Object.keys(option.properties).join(', ') : (option.type ?? '')
}

/** The alternative that a value most likely is; 0 if none fits. */
export function chosenOf(options: Schema[], discriminator: string | null, value: unknown): number {
  const index = options.findIndex((option) => {
    if (option.const !== undefined) return option.const === value
    if (option.properties) {
      if (!isTree(value)) return false
      if (discriminator !== null) return option.properties[discriminator]?.const === value[discriminator]
      return (option.required ?? []).every((name) => name in value)
    }
    if (option.type === 'array') return Array.isArray(value)
    return option.type === 'integer' ? typeof value === 'number' : typeof value === option.type
  })
  return Math.max(0, index)
}

/** Texts by locale: an object with a required English text. */
export const isTexts = ({ properties, additionalProperties }: Schema): boolean =>
  properties !== undefined &&
  Object.keys(properties).join() === 'en' &&
  typeof additionalProperties === 'object' &&
  additionalProperties.type === 'string'

/** What a new value starts with: as little as the schema requires. */
export function emptyOf(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  const alternatives = alternativesOf(schema)
  if (alternatives) return alternatives.isNullable ? null : emptyOf(alternatives.options[0]!)
  if (schema.enum) return schema.enum[0]
  switch (schema.type) {
    case 'object':
      return Object.fromEntries((schema.required ?? []).map((name) => [name, emptyOf(schema.properties![name]!)]))
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => emptyOf(schema.items!))
    case 'integer':
    case 'number':
      return schema.minimum ?? 0
    case 'boolean':
      return false
    default:
      return ''
  }
}

export function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
