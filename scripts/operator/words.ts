/** What a person has typed, as the input of an endpoint. Throws UsageError with a sentence. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import type { z } from 'zod'
import { alternativesOf, type Command, type Option, type Schema } from './commands.ts'
import { isMadeUp } from './help.ts'

export class UsageError extends Error {}

export type Input = { params: Record<string, string>; query: Record<string, unknown>; body: unknown }
export type Words = {
  input: Input
  /** The id that was chosen for a change that happens once. */
  madeUpId: string | null
  isHelp: boolean
  isJson: boolean
  isAll: boolean
  code: string | null
  output: string | null
}

/** `find` names the player for an address or a phone number in place of an id. */
export async function readWords(
  command: Command,
  words: string[],
  find: (name: string) => Promise<string>,
): Promise<Words> {
  const { values, positionals } = parse(command, words)
  const general = {
    isHelp: values['help'] === true,
    isJson: values['json'] === true,
    isAll: values['all'] === true,
    code: typeof values['code'] === 'string' && !has(command, 'code') ? values['code'] : null,
    output: typeof values['output'] === 'string' && command.endpoint.isDownload ? values['output'] : null,
  }
  if (general.isHelp) return { ...general, input: { params: {}, query: {}, body: undefined }, madeUpId: null }
  const { endpoint, params, options } = command
  if (positionals.length !== params.length)
    throw new UsageError(
      params.length === 0
        ? `${command.name} takes no ${positionals[0]}`
        : `${command.name} takes ${params.map(({ name }) => `<${name}>`).join(' ')}`,
    )
  const query: Record<string, unknown> = {}
  const body = endpoint.body ? await readBody(values) : undefined
  let madeUpId: string | null = null
  for (const option of options) {
    const value = values[option.name]
    if (value !== undefined) {
      const target = option.place === 'query' ? query : body!
      target[option.field] = option.place === 'query' ? String(value) : valueOf(option, value)
    } else if (body && isMadeUp(option.field, option.place, option.schema) && !('id' in body))
      body['id'] = madeUpId = randomUUID()
  }
  const input: Input = { params: {}, query, body }
  for (const [index, { field, name }] of params.entries()) {
    const value = positionals[index]!
    // In an address these name another place.
    if (['', '.', '..'].includes(value)) throw new UsageError(`<${name}> is missing`)
    input.params[field] = value
  }
  const { playerId } = input.params
  if (playerId !== undefined && !uuid.test(playerId)) input.params['playerId'] = await find(playerId)
  check(command, input)
  return { ...general, input, madeUpId }
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const has = ({ options }: Command, name: string): boolean => options.some((each) => each.name === name)

function parse(command: Command, words: string[]) {
  const { endpoint, options, pageKey } = command
  const known: NonNullable<ParseArgsConfig['options']> = {
    help: { type: 'boolean', short: 'h' },
    json: { type: 'boolean' },
    code: { type: 'string' },
    ...(endpoint.body && { file: { type: 'string' } }),
    ...(endpoint.isDownload && { output: { type: 'string' } }),
    ...(pageKey && { all: { type: 'boolean' } }),
  }
  for (const { name, schema, place } of options) {
    const isBoolean = place === 'body' && schema.type === 'boolean'
    known[name] = isBoolean
      ? { type: 'boolean' }
      : { type: 'string', ...(schema.type === 'array' && { multiple: true }) }
  }
  try {
    return parseArgs({ args: words, options: known, allowPositionals: true, allowNegative: true })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

async function readBody(values: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { file } = values
  if (typeof file !== 'string') return {}
  const content = file === '-' ? await text(process.stdin) : readText(file)
  const body = jsonOf(content, `${file === '-' ? 'The input' : file} is no JSON`)
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new UsageError('--file: the body is an object')
  return body as Record<string, unknown>
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${(error as NodeJS.ErrnoException).code}`)
  }
}

function jsonOf(content: string, fault: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    throw new UsageError(fault)
  }
}

function valueOf({ name, schema }: Option, value: unknown): unknown {
  if (typeof value === 'boolean') return value
  if (!Array.isArray(value)) return fromText(schema, String(value), name)
  const items = value.flatMap((each) => (each === '' ? [] : String(each).split(',')))
  return items.map((each) => fromText(schema.items ?? {}, each, name))
}

/** The first reading that the schema permits; text is the last one. */
function fromText(schema: Schema, value: string, name: string): unknown {
  const all = alternativesOf(schema)
  const isOf = (...types: string[]) => all.some(({ type }) => type !== undefined && types.includes(type))
  if (value === 'null' && isOf('null')) return null
  if ((value === 'true' || value === 'false') && isOf('boolean')) return value === 'true'
  if (/^-?\d+(\.\d+)?$/.test(value) && isOf('integer', 'number') && !isOf('string')) return Number(value)
  if (isOf('string') || all.some((each) => each.enum || each.const !== undefined)) return value
  if (isOf('integer', 'number', 'boolean')) throw new UsageError(`--${name}: ${value} is no ${all[0]!.type}`)
  return value.startsWith('@')
    ? jsonOf(readText(value.slice(1)), `${value.slice(1)} is no JSON`)
    : jsonOf(value, `--${name}: enter JSON, or @ and the path of a file with it`)
}

/** With the contract's own rules, so that most mistakes are found before anything is sent. */
function check({ endpoint, options, params }: Command, input: Input): void {
  const faults = (['params', 'query', 'body'] as const).flatMap((place) => {
    const schema: z.ZodType | undefined = endpoint[place]
    const checked = schema?.safeParse(input[place])
    return (checked?.error?.issues ?? []).map(({ path, message }) => {
      const field = String(path[0] ?? '')
      const option = options.find((each) => each.field === field && each.place === place)
      const param = params.find((each) => each.field === field)
      const where = option ? `--${option.name}` : param ? `<${param.name}>` : place
      const isMissing = option && !(field in Object(input[place]))
      const inside = path.slice(1).map(String).join('.')
      return isMissing ? `${where} is required` : `${where}: ${inside && `${inside}: `}${message}`
    })
  })
  if (faults.length > 0) throw new UsageError([...new Set(faults)].join('\n'))
}
