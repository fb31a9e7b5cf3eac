/**
 * Commands on the database in the settings, with or without a running site, for whoever has the database. Changes reach
 * open pages through the running site.
 */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/kernel/db/connect.ts'
import { runningEmbedded } from '#server/kernel/db/running.ts'
import { createLog } from '#server/kernel/log.ts'
import { documentStoreOf } from '#server/partners/storage/from-settings.ts'
import { readOrMakeSecret } from '#server/kernel/secret.ts'
import { readSettings } from '#server/settings.ts'
import { CommandError, type DatabaseCommands, type DatabaseContext } from '#server/kernel/operator-commands.ts'
import { allInvariants, consumers, databaseCommands, sealedData, signedData } from '#server/modules.ts'
import { checkSecret } from '#server/kernel/secrets/accept-secret.ts'
import type { SystemActor } from '#server/kernel/actor.ts'
import { audit } from '#server/kernel/audit.ts'
import { backupCommands } from './backup.ts'
import { program } from './help.ts'

const commands: Record<string, DatabaseCommands> = { ...databaseCommands, backup: backupCommands }
const commandLine: SystemActor = { kind: 'system', job: 'command line' }

type OpenContext = Omit<DatabaseContext, 'actor' | 'invariants' | 'consumers' | 'sealedData' | 'signedData'> & {
  close(): Promise<void>
}

export async function runDatabaseCommand(
  words: string[],
  createContext: () => Promise<OpenContext>,
  print: (line: string) => void,
): Promise<number> {
  const [subject = '', name = '', ...parameters] = words
  const ofSubject = Object.hasOwn(commands, subject) ? commands[subject]! : {}
  const command = Object.hasOwn(ofSubject, name) ? ofSubject[name] : undefined
  if (!command) {
    if (words.length > 0) print(`There is no command ${[subject, name].join(' ').trim()}.`)
    print(usage(Object.hasOwn(commands, subject) ? [subject] : Object.keys(commands)))
    return 2
  }
  if (parameters.length > maxWords(command.usage)) {
    print(`Too many words. Usage: ${program} ${subject} ${command.usage}`)
    return 2
  }
  const opened = await createContext()
  try {
    await record(opened, `${subject} ${name}`)
    const context = { ...opened, invariants: allInvariants, consumers, sealedData, signedData }
    return (await command.run({ ...context, actor: commandLine }, parameters)) ?? 0
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    print(error.message)
    return 1
  } finally {
    await opened.close()
  }
}

/**
 * Calls are recorded before they run, so that one that fails or only reads is recorded as well. Arguments are left out,
 * because they may be secret; what a command changes has its own entry.
 */
async function record({ db, clock }: OpenContext, command: string): Promise<void> {
  const detail = { command, user: userName() }
  await audit(db.kysely, { clock, actor: commandLine }, { action: 'operator-called', playerId: null, detail })
}

/** Of the system's account; in a container it may have no name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.())
  }
}

/** The most words that a usage allows; a part of it that ends in … stands for any number of words. */
function maxWords(words: string): number {
  if (words.includes('…')) return Infinity
  return words.match(/\[[^\]]*\]|<[^>]*>|\S+/g)!.length - 1
}

function usage(subjectNames: string[]): string {
  const lines = subjectNames.flatMap((subject) =>
    Object.values(commands[subject]!).map(
      ({ usage: words, about }) => `  ${`${subject} ${words}`.padEnd(44)} ${about}`,
    ),
  )
  return `Commands on the database, on the machine of the site: ${program} …\n${lines.join('\n')}`
}

async function openContext(): Promise<OpenContext> {
  const settings = readSettings()
  if (!settings.databaseUrl && !existsSync(join(settings.dataDir, 'postgres')))
    throw new Error(`There is no database in ${settings.dataDir}: set DATA_DIR or DATABASE_URL as for the site.`)
  // A new secret would sign reports with a key that nobody knows, and could not read documents.
  if (!settings.secret && !existsSync(join(settings.dataDir, 'secret')))
    throw new Error(`SECRET is not set, and ${settings.dataDir} has none: use the settings of the site.`)
  if (!settings.secret) settings.secret = await readOrMakeSecret(settings.dataDir)
  const log = createLog('warn')
  const dbLog = {
    info: () => {},
    debug: () => {},
    warn: (text: string) => log.warn(text),
    error: (text: string) => log.error(text),
  }
  const db = await openDatabase({
    url: settings.databaseUrl ?? runningEmbedded(settings.dataDir) ?? undefined,
    dataDir: settings.dataDir,
    log: dbLog,
    poolSize: 2,
  })
  const kernel = { settings, db, log, randomBytes, clock: { now: () => new Date() } }
  await checkSecret(kernel).catch(async (error: unknown) => {
    await db.close()
    throw error
  })
  const storage = documentStoreOf(settings, randomBytes)
  return { ...kernel, storage, print: console.log, close: () => db.close() }
}

export const databaseUsage = (): string => usage(Object.keys(commands))

export function runOnDatabase(words: string[]): Promise<number> {
  return runDatabaseCommand(words, openContext, console.log)
}
