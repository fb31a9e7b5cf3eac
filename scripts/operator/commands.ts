/** The commands of the desk: one for each endpoint of its contract, named like it. */
import type { z } from 'zod'
import { everyDeskEndpoint } from '#contract/desk/api.ts'
import { isCommand, schemaOf } from '#server/kernel/http/contract-digest.ts'
import type { Declaration, Endpoint } from '#contract/endpoint.ts'

/** The part of JSON schema that the contract uses. */
export type Schema = {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  default?: unknown
  format?: string
  minLength?: number
  maxLength?: number
  description?: string
}

/** `field` is what the endpoint calls it, `name` the same with hyphens. */
export type Option = { name: string; field: string; place: 'query' | 'body'; schema: Schema; isRequired: boolean }

export type Command = {
  /** Such as `list-payments`. */
  name: string
  /** Groups commands in the help. */
  area: string
  endpoint: Endpoint
  /** In the order of the path. */
  params: { field: string; name: string; schema: Schema }[]
  options: Option[]
  /** The option that names the next page of a list; null for any other reply. */
  pageKey: string | null
}

export function readCommands(): Command[] {
  return everyDeskEndpoint()
    .filter(({ endpoint }) => isCommand(endpoint))
    .map(commandOf)
}

function commandOf({ name, module, endpoint }: Declaration): Command {
  const params = propertiesOf(endpoint.params)
  const options = (['query', 'body'] as const).flatMap((place) =>
    propertiesOf(endpoint[place]).map((each) => ({ ...each, name: hyphenated(each.field), place })),
  )
  const pageKey = options.find(({ field, place }) => place === 'query' && (field === 'after' || field === 'before'))
  const isPaged = pageKey && propertiesOf(endpoint.reply).some(({ field }) => field === 'next')
  return {
    name: hyphenated(name),
    area: module,
    endpoint,
    params: [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, field = '']) => ({
      field,
      name: hyphenated(field),
      schema: params.find((each) => each.field === field)?.schema ?? {},
    })),
    options,
    pageKey: isPaged ? pageKey.field : null,
  }
}

const hyphenated = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

type Property = { field: string; schema: Schema; isRequired: boolean }

/** Of an object, or of all alternatives of which it can be one. */
function propertiesOf(schema: z.ZodType | undefined): Property[] {
  if (!schema) return []
  const described = schemaOf(schema) as Schema
  const all = alternativesOf(described)
  const fields = [...new Set(all.flatMap(({ properties }) => Object.keys(properties ?? {})))]
  return fields.map((field) => {
    const schemas = all.flatMap(({ properties }) => (properties && field in properties ? [properties[field]!] : []))
    return {
      field,
      schema: schemas.length === 1 ? schemas[0]! : { anyOf: schemas },
      isRequired: all.every(({ required }) => required?.includes(field)),
    }
  })
}

export function alternativesOf(schema: Schema): Schema[] {
  const inner = schema.anyOf ?? schema.oneOf
  return inner ? inner.flatMap(alternativesOf) : [schema]
}
