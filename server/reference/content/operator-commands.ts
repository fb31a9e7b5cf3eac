/** `npm run operator -- content …`: texts that players read, changed without a restart. */
import { readJson, reasonOf } from '../../kernel/command-words.ts'
import { CommandError, type OperatorCommands, type OperatorContext } from '../../kernel/operator-commands.ts'
import { missingTexts } from './content.ts'
import { previewLines } from './preview.ts'
import {
  faultLinesOf,
  listVersions,
  publishContent,
  readFile,
  refreshContent,
  rollBackContent,
  splitPath,
} from './versions.ts'

const refusals = {
  pathUnknown:
    'There are no such texts: enter a locale, a file and a key in it, such as de/pages/terms. New keys can be added to pages.',
  contentInvalid: 'The content is invalid:',
  versionNotFound: 'No such version: see history.',
  noChange: 'This version is in force.',
  changedMeanwhile: 'Another version was published meanwhile.',
  draftChanged: 'Another draft was saved meanwhile.',
}

export const contentCommands: OperatorCommands = {
  show: {
    usage: 'show <path>',
    about: 'Prints the texts at a path as JSON, to edit and publish; for example de/pages/terms',
    async run(context, [path = '']) {
      context.print(JSON.stringify((await current(context, path)).file, null, 2))
    },
  },
  preview: {
    usage: 'preview <path> <file.json>',
    about: 'Checks texts and prints what players would read, without storing it',
    async run(context, [path = '', name = '']) {
      await current(context, path)
      const data = await readJson(name)
      const faults = faultLinesOf(context.content, path, data)
      if (faults.length > 0) throw new CommandError(`${refusals.contentInvalid}\n${faults.join('\n')}`)
      for (const line of previewLines(path, data)) context.print(line)
      warnOfMissing(context, path, data)
    },
  },
  publish: {
    usage: 'publish <path> <file.json> <reason …>',
    about: 'Puts texts in force, in open pages with their next visit',
    async run(context, [path = '', name = '', ...reason]) {
      await current(context, path)
      const comment = reasonOf(reason, 'it is stored with the version')
      const data = await readJson(name)
      const done = await publishContent(context, path, { data, comment })
      if (!done.ok) throw new CommandError([refusals[done.refusal], done.message ?? ''].join('\n').trim())
      warnOfMissing(context, path, data)
      context.print(`${path} is in force as version ${done.value.version}.`)
    },
  },
  history: {
    usage: 'history <path>',
    about: 'Lists the versions of the texts at a path: when, by whom and why',
    async run(context, [path = '']) {
      await current(context, path)
      const versions = await listVersions(context.db.kysely, path)
      if (versions.length === 0) return context.print('The texts have not been changed.')
      for (const { version, at, actor, comment } of versions)
        context.print(
          `${String(version).padStart(5)}  ${at.toISOString().slice(0, 19)}  ${actor.padEnd(20)}  ${comment}`,
        )
    },
  },
  'roll-back': {
    usage: 'roll-back <path> <version> <reason …>',
    about: 'Restores an earlier version as a new one',
    async run(context, [path = '', version = '', ...reason]) {
      await current(context, path)
      if (!/^[1-9]\d{0,8}$/.test(version)) throw new CommandError(refusals.versionNotFound)
      const done = await rollBackContent(context, path, {
        version: Number(version),
        comment: reasonOf(reason, 'it is stored with the version'),
      })
      if (!done.ok) throw new CommandError([refusals[done.refusal], done.message ?? ''].join('\n').trim())
      context.print(`Version ${version} of ${path} was restored as version ${done.value.version}.`)
    },
  },
}

/** Reads the versions first, because other processes may have published some. */
async function current(context: OperatorContext, path: string) {
  await refreshContent(context)
  const found = readFile(context.content, path)
  if (!found) throw new CommandError(refusals.pathUnknown)
  return found
}

/** Warns of each text that the file lacks and names its substitute. */
function warnOfMissing({ content, print }: OperatorContext, path: string, data: unknown): void {
  const [locale, directory, file] = splitPath(path)
  const known = content.read('en', directory as 'pages')[file]
  for (const key of missingTexts(known, data)) print(`Missing: ${key}. The shipped text is shown.`)
  if (known === undefined && locale !== 'en')
    print(`Missing: en/${directory}/${file}. Other languages have no such page.`)
}
