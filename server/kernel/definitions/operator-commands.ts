/** `npm run operator -- <kind> …`: the same commands for every kind of definition. */
import { z } from 'zod'
import type { DefinitionKind } from '../definition-kind.ts'
import { readJson, reasonOf, timeOf } from '../command-words.ts'
import { CommandError, type OperatorCommands, type OperatorContext } from '../operator-commands.ts'
import { readPolicy } from '../policy.ts'
import { locales } from '../locales.ts'
import { archiveDefinition, draftDefinition, endDefinition, scheduleDefinition } from './change-definition.ts'
import { type Definition, readActive, readDefinition } from './definitions.ts'
import { changesBetween } from './internal/changes.ts'
import { textsOf } from './internal/texts.ts'

const refusals = {
  identityInvalid: 'An identity has 1 to 64 lower-case letters, digits and hyphens.',
  definitionNotFound: 'No such version: see list.',
  notADraft: 'This version was scheduled before: define a new one.',
  anotherIsScheduled: 'Another version is scheduled: archive it first.',
  termInvalid: 'The end must be later than the start, and in the future.',
  notActive: 'No version of it is active.',
  isActive: 'It is active: end it first.',
  isArchived: 'It is archived already.',
}

export function definitionCommands<Data>(kind: DefinitionKind<Data>): OperatorCommands {
  return {
    list: {
      usage: 'list',
      about: 'Lists all versions of its definitions, newest first',
      run: (context) => list(context, kind),
    },
    show: {
      usage: 'show <identity> [<version>]',
      about: 'Prints a version as JSON, to edit and define again',
      async run({ db, print }, words) {
        const found = await readDefinition(db.kysely, kind, namedBy(words))
        if (!found) throw new CommandError(refusals.definitionNotFound)
        print(JSON.stringify(found.data, null, 2))
      },
    },
    validate: {
      usage: 'validate <file.json>',
      about: 'Checks a definition without storing it',
      async run({ print }, [path = '']) {
        print(kind.describe(parse(kind, await readJson(path), path)))
      },
    },
    preview: {
      usage: 'preview <file.json> [<country> …]',
      about: 'Prints the texts of a definition in each language, and whether the policies of countries permit it',
      run: (context, [path = '', ...countries]) => preview(context, kind, path, countries),
    },
    define: {
      usage: 'define <identity> <file.json> <reason …>',
      about: 'Adds a version as a draft, and prints what it changes',
      async run(context, [identity = '', path = '', ...reason]) {
        const data = await readJson(path)
        const comment = reasonOf(reason, 'it is stored with the version')
        const drafted = await context.db.transaction((tx) =>
          draftDefinition(tx, context, kind, { identity, data, comment }),
        )
        if (!drafted.ok)
          throw new CommandError(
            drafted.refusal === 'definitionInvalid'
              ? `${path} is not a valid ${kind.kind}:\n${drafted.message}`
              : refusals[drafted.refusal],
          )
        const { version } = drafted.value
        await printChanges(context, kind, { identity, version })
        context.print(`${identity} version ${version} is a draft: schedule it.`)
      },
    },
    schedule: {
      usage: 'schedule <identity> <version> <start|now> [<end>]',
      about: 'Puts a draft in force from a time (ISO 8601) on; it replaces the active version',
      async run(context, [identity = '', version = '', start = '', end]) {
        const now = context.clock.now()
        const term = { startsAt: start === 'now' ? now : timeOf(start), endsAt: end ? timeOf(end) : null }
        const named = { identity, version: numberOf(version) }
        const done = await context.db.transaction((tx) => scheduleDefinition(tx, context, kind, { ...named, ...term }))
        if (!done.ok)
          throw new CommandError(done.refusal === 'definitionConflicts' ? (done.message ?? '') : refusals[done.refusal])
        context.print(`${identity} version ${version} is ${done.value.state}.`)
      },
    },
    end: {
      usage: 'end <identity> <reason …>',
      about: 'Ends the active version: nothing new begins, and existing grants continue',
      async run(context, [identity = '', ...words]) {
        const reason = reasonOf(words)
        const ended = await context.db.transaction((tx) => endDefinition(tx, context, kind, identity, reason))
        if (!ended.ok) throw new CommandError(refusals[ended.refusal])
        context.print(`${identity} version ${ended.value.version} has ended.`)
      },
    },
    archive: {
      usage: 'archive <identity> <version>',
      about: 'Archives a draft, a scheduled or an ended version',
      async run(context, [identity = '', version = '']) {
        const named = { identity, version: numberOf(version) }
        const archived = await context.db.transaction((tx) => archiveDefinition(tx, context, kind, named))
        if (!archived.ok) throw new CommandError(refusals[archived.refusal])
        context.print(`${identity} version ${version} is archived.`)
      },
    },
  }
}

/** Prints the differences from the current version, before the new one replaces it. */
async function printChanges<Data>(
  { db, print }: OperatorContext,
  kind: DefinitionKind<Data>,
  named: { identity: string; version: number },
): Promise<void> {
  const drafted = await readDefinition(db.kysely, kind, named)
  const active = (await readActive(db.kysely, kind)).find(({ identity }) => identity === named.identity)
  print(kind.describe(drafted!.data))
  if (!active) return
  const changes = changesBetween(active.data, drafted!.data)
  print(changes.length === 0 ? `The same as version ${active.version}.` : `Changes from version ${active.version}:`)
  for (const change of changes) print(`    ${change}`)
}

async function preview<Data>(
  { print, settings, partners }: OperatorContext,
  kind: DefinitionKind<Data>,
  path: string,
  countries: string[],
): Promise<void> {
  const data = parse(kind, await readJson(path), path)
  print(kind.describe(data))
  for (const { code } of locales) {
    print(`${code}:`)
    for (const [name, texts] of textsOf(data)) print(`    ${name}: ${texts[code] ?? `(missing) ${texts.en}`}`)
  }
  for (const country of countries) {
    const broken = kind.brokenRule?.(data, readPolicy(country, settings), { partners })
    print(`${country}: ${broken ? `not permitted by ${broken}` : 'permitted'}`)
  }
}

async function list<Data>({ db, print }: OperatorContext, kind: DefinitionKind<Data>): Promise<void> {
  const rows = await db.kysely
    .selectFrom('rewards.definitions')
    .selectAll()
    .where('kind', '=', kind.kind)
    .orderBy('identity')
    .orderBy('version', 'desc')
    .execute()
  for (const { identity, version, state, starts_at, ends_at, actor, comment, data } of rows) {
    const term = [starts_at, ends_at].map((at) => at?.toISOString().slice(0, 16) ?? '').join(' – ')
    print(`${identity.padEnd(24)} ${String(version).padStart(3)}  ${state.padEnd(9)}  ${term}  ${actor}: ${comment}`)
    print(`    ${kind.describe(kind.schema.parse(data))}`)
  }
}

function namedBy([identity = '', version]: string[]): Pick<Definition<unknown>, 'identity'> & { version?: number } {
  return { identity, ...(version === undefined ? {} : { version: numberOf(version) }) }
}

function numberOf(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new CommandError('Enter the number of the version: see list.')
  return Number(text)
}

function parse<Data>({ kind, schema, newVersionFault }: DefinitionKind<Data>, data: unknown, path: string): Data {
  const parsed = schema.safeParse(data)
  const fault = parsed.success ? newVersionFault?.(parsed.data) : z.prettifyError(parsed.error)
  if (!parsed.success || fault) throw new CommandError(`${path} is not a valid ${kind}:\n${fault}`)
  return parsed.data
}
