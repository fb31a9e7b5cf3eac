/** The help of commands, from their schemas. */
import { alternativesOf, type Command, type Schema } from './commands.ts'

export const program = 'npm run operator --'

/** All commands, by area. */
export function usageOf(commands: Command[]): string {
  const areas = [...new Set(commands.map(({ area }) => area))]
  const width = Math.max(...commands.map(({ name }) => name.length)) + 2
  const lines = areas.flatMap((area) => [
    '',
    `${area}:`,
    ...commands
      .filter((each) => each.area === area)
      .map(({ name, endpoint }) => `  ${name.padEnd(width)}${endpoint.summary}`),
  ])
  return [
    `Commands of the desk, with your token: ${program} <command> …`,
    `  ${'sign-in'.padEnd(width)}Create a token with name, password and code, or store one that was created at the desk`,
    `  ${'help <command>'.padEnd(width)}What a command takes, and what it refuses`,
    ...lines,
  ].join('\n')
}

export function helpOf(command: Command): string {
  const { endpoint, params, options, name } = command
  const { scope, refusals } = endpoint
  const shown = [
    ...options.map((option) => [`--${option.name}${valueOf(option.schema)}`, noteOn(option)] as const),
    ...generalOptions(command),
  ]
  const width = Math.min(44, Math.max(...shown.map(([option]) => option.length)) + 2)
  const usage = [program, name, ...params.map((each) => `<${each.name}>`), '[options]'].join(' ')
  const described = Object.values(refusals ?? {}).map(({ description }) => description)
  return [
    `${endpoint.summary}.`,
    '',
    `Usage: ${usage}`,
    ...params
      .filter(({ field }) => field === 'playerId')
      .map(() => '  player-id: an id, a mail address or a phone number'),
    '',
    'Options:',
    ...shown.map(([option, note]) => `  ${option.padEnd(width)} ${note}`.trimEnd()),
    '',
    `Right: ${scope ?? 'any operator'}`,
    ...(described.length > 0 ? ['Refused with:', ...described.map((each) => `  ${each}`)] : []),
  ].join('\n')
}

function generalOptions({ endpoint, options, pageKey }: Command): (readonly [string, string])[] {
  return [
    ...(endpoint.body ? [['--file=<path>', 'The body as JSON; - reads it from the input'] as const] : []),
    ...(endpoint.isDownload ? [['--output=<path>', 'Where to write the file'] as const] : []),
    ...(pageKey ? [['--all', 'All pages'] as const] : []),
    ...(endpoint.isDownload ? [] : [['--json', "The desk's answer, exactly"] as const]),
    ...(options.some(({ name }) => name === 'code')
      ? []
      : [['--code=<code>', 'Of your authenticator, for what needs a new one; it counts for ten minutes'] as const]),
  ]
}

function noteOn({ isRequired, field, place, schema }: Command['options'][number]): string {
  if (isMadeUp(field, place, schema)) return 'Chosen by the command unless given: the same one again does nothing again'
  const { minLength, maxLength } = schema
  const size =
    minLength !== undefined && maxLength !== undefined ? `${minLength} to ${maxLength} characters` : undefined
  const standard = schema.default === undefined ? undefined : `${JSON.stringify(schema.default)} by default`
  return [isRequired ? 'required' : undefined, size, standard, schema.description].filter(Boolean).join(', ')
}

/** The id under which a change happens once. */
export const isMadeUp = (field: string, place: string, { format }: Schema): boolean =>
  place === 'body' && field === 'id' && format === 'uuid'

const valueOf = (schema: Schema): string => (schema.type === 'boolean' ? '' : `=<${kindOf(schema)}>`)

function kindOf(schema: Schema): string {
  const kinds = alternativesOf(schema).map((each) => {
    if (each.enum) return each.enum.join('|')
    if (each.const !== undefined) return String(each.const)
    if (each.type === 'array') return `${kindOf(each.items ?? {})},…`
    if (each.format === 'date-time') return 'time, such as 2026-11-28T12:00:00Z'
    if (each.format === 'date') return 'day, such as 2026-11-28'
    if (each.format === 'uuid') return 'id'
    if (each.type === 'string') return 'text'
    return each.type === undefined || each.type === 'object' ? 'JSON, or @file' : each.type
  })
  return [...new Set(kinds)].join('|')
}
