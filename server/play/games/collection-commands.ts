/**
 * `npm run operator -- collections …`: the lists of the lobby. Each change is a version with its operator and reason.
 */
import { readJson } from '../../kernel/command-words.ts'
import { CommandError, type OperatorCommands, type OperatorContext } from '../../kernel/operator-commands.ts'
import {
  collectionCommands as versionCommands,
  type CollectionRule,
  defineCollection,
  orderCollections,
  parseCollection,
  readVersion,
  removeCollection,
  versionReason,
} from '../../reference/index.ts'
import { membersOf, warningsOf } from './collection-members.ts'

const previewed = 20
const refusals = {
  collectionsInvalid: 'The collection is invalid:',
  collectionUnknown: 'No such collection: see list.',
  noChange: 'This is already in force.',
  changedMeanwhile: 'Another version was stored meanwhile.',
}

export const collectionCommands: OperatorCommands = {
  ...versionCommands,
  list: {
    usage: 'list',
    about: 'Lists the collections in their order, with the number of their games and their countries',
    async run(context) {
      for (const rule of (await readVersion(context.db.kysely, 'collections'))!.data)
        context.print(
          `  ${rule.identity.padEnd(20)} ${String((await membersOf(context, rule)).length).padStart(5)} games  ${whereOf(rule)}`,
        )
    },
  },
  validate: {
    usage: 'validate <file.json>',
    about: 'Checks the definition of one collection against the catalogue, without storing it',
    async run(context, [path = '']) {
      const rule = parse(await readJson(path))
      const warnings = await warningsOf(context, rule)
      for (const warning of warnings) context.print(warning)
      if (warnings.length > 0) return 1
      context.print(`${rule.identity} is valid.`)
      return 0
    },
  },
  preview: {
    usage: 'preview <identity | file.json>',
    about: `Shows the first ${previewed} games of a collection, as it is or as a file defines it`,
    async run(context, [name = '']) {
      const rule = name.endsWith('.json') ? parse(await readJson(name)) : await find(context, name)
      const games = await membersOf(context, rule)
      context.print(`${rule.name.en}: ${games.length} games, ${whereOf(rule)}`)
      for (const { game, maker } of games.slice(0, previewed))
        context.print(`  ${game.slug.padEnd(32)} ${game.text('en').name} (${maker.name})`)
      for (const warning of await warningsOf(context, rule)) context.print(warning)
    },
  },
  define: {
    usage: 'define <file.json> <reason …>',
    about: 'Adds a collection, or replaces the one with the same identity',
    async run(context, [path = '', ...reason]) {
      const comment = versionReason(reason)
      const collection = await readJson(path)
      const done = await defineCollection(context, { collection, comment })
      if (!done.ok) throw new CommandError([refusals[done.refusal], done.message ?? ''].join('\n').trim())
      for (const warning of await warningsOf(context, parse(collection))) context.print(warning)
      context.print(`${parse(collection).identity} is in force: version ${done.value.version}.`)
    },
  },
  order: {
    usage: 'order <identity,…> <reason …>',
    about: 'Puts these collections first, in this order',
    async run(context, [identities = '', ...reason]) {
      const comment = versionReason(reason)
      const done = await orderCollections(context, { identities: identities.split(',').filter(Boolean), comment })
      if (!done.ok) throw new CommandError(refusals[done.refusal])
      context.print(`The order is in force: version ${done.value.version}.`)
    },
  },
  remove: {
    usage: 'remove <identity> <reason …>',
    about: 'Removes a collection; its games stay in the catalogue',
    async run(context, [identity = '', ...reason]) {
      const done = await removeCollection(context, { identity, comment: versionReason(reason) })
      if (!done.ok) throw new CommandError(refusals[done.refusal])
      context.print(`${identity} is removed: version ${done.value.version}.`)
    },
  },
}

function parse(collection: unknown): CollectionRule {
  const parsed = parseCollection(collection)
  if (!parsed.ok) throw new CommandError(`${refusals.collectionsInvalid}\n${parsed.message}`)
  return parsed.value
}

async function find({ db }: OperatorContext, identity: string): Promise<CollectionRule> {
  const found = (await readVersion(db.kysely, 'collections'))!.data.find((each) => each.identity === identity)
  if (!found) throw new CommandError(refusals.collectionUnknown)
  return found
}

function whereOf({ countries = [] }: CollectionRule): string {
  return countries.length === 0 ? 'in all countries' : `in ${countries.join(', ')}`
}
