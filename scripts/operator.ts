/**
 * `npm run operator -- <subject> <command> …` runs a manual operation. It works on the database in the settings, with
 * or without a running server; changes reach open pages through the running server.
 */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { openDatabase } from '#server/kernel/db/connect.ts'
import { runningEmbedded } from '#server/kernel/db/running.ts'
import { createLedger } from '#server/ledger/ledger.ts'
import { createLog } from '#server/kernel/log.ts'
import { loadContent } from '#server/reference/content/content.ts'
import { loadChain } from '#server/chain/from-settings.ts'
import { outsideStudiosOf } from '#server/partners/game-studio/from-settings.ts'
import { readSandboxStudioKeys } from '#server/partners/game-studio/sandbox-keys.ts'
import { createInHouseStudio } from '#server/partners/game-studio/in-house-studio.ts'
import { paymentPartnersOf } from '#server/partners/payments/from-settings.ts'
import { documentStoreOf } from '#server/partners/storage/from-settings.ts'
import { deriveKey, readOrMakeSecret } from '#server/kernel/secret.ts'
import { readSettings } from '#server/settings.ts'
import { CommandError, type OperatorCommands, type OperatorContext } from '#server/kernel/operator-commands.ts'
import { allInvariants, consumers, operatorCommands, lifecycles, sealedData, signedData } from '#server/modules.ts'
import { checkSecret } from '#server/kernel/secrets/accept-secret.ts'
import { inviteToDesk, showKey } from '#server/operators/operator-commands.ts'
import { addOperator, findOperator, hasOperators } from '#server/operators/operators.ts'
import { type Actor, mayDo, type OperatorActor } from '#server/kernel/actor.ts'
import { audit } from '#server/kernel/audit.ts'
import { backupCommands } from './operator/backup.ts'

const subjects: Record<string, OperatorCommands> = { ...operatorCommands, backup: backupCommands }

type OpenContext = Omit<
  OperatorContext,
  'actor' | 'permissions' | 'invariants' | 'consumers' | 'lifecycles' | 'sealedData' | 'signedData'
> & {
  close(): Promise<void>
}

export async function runOperatorCommand(
  words: string[],
  createContext: () => Promise<OpenContext>,
  print: (line: string) => void,
  readKey: () => Promise<string>,
): Promise<number> {
  const [subject = '', name = '', ...parameters] = words
  const command =
    Object.hasOwn(subjects, subject) && Object.hasOwn(subjects[subject]!, name) ? subjects[subject]![name] : undefined
  if (!command) {
    if (words.length > 0) print(`There is no command ${[subject, name].join(' ').trim()}.`)
    print(usage(Object.hasOwn(subjects, subject) ? [subject] : Object.keys(subjects)))
    return 2
  }
  if (parameters.length > maxWords(command.usage)) {
    print(`Too many words. Usage: npm run operator -- ${subject} ${command.usage}`)
    return 2
  }
  const context = await createContext()
  try {
    const needsNoKey =
      subject === 'operators' && (name === 'add' || name === 'invite') && !(await hasOperators(context))
    if (needsNoKey) return await (name === 'add' ? addFirst(context, parameters[0]) : inviteFirst(context, parameters))
    const actor = await identify(context, { subject, name }, readKey)
    await recordCommand(context, actor, `${subject} ${name}`)
    const permissions = Object.keys(subjects)
    return (
      (await command.run(
        {
          ...context,
          actor,
          permissions,
          invariants: allInvariants,
          consumers,
          lifecycles,
          sealedData,
          signedData,
        },
        parameters,
      )) ?? 0
    )
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    print(error.message)
    return 1
  } finally {
    await context.close()
  }
}

/** The first operator is added by whoever has access to the database, and receives all permissions. */
async function addFirst(context: OpenContext, name: string | undefined): Promise<number> {
  if (!name) throw new CommandError('Enter the name of the operator to add.')
  const actor = { kind: 'system', job: 'first operator' } as const
  const added = await addOperator({ ...context, randomBytes, actor }, { name, permissions: ['*'] })
  if (!added.ok) throw new CommandError(`${name} was not added: ${added.refusal}.`)
  showKey(context, name, added.value)
  return 0
}

/** Without any key: whoever has access to the database invites the first manager. */
async function inviteFirst(context: OpenContext, [name, ...roles]: string[]): Promise<number> {
  const actor = { kind: 'system', job: 'first operator' } as const
  await inviteToDesk({ ...context, actor }, name, roles)
  return 0
}

async function identify(
  context: OpenContext,
  { subject, name }: { subject: string; name: string },
  readKey: () => Promise<string>,
): Promise<OperatorActor> {
  if (!(await hasOperators(context)))
    throw new CommandError('There are no operators yet. Add the first: npm run operator -- operators add <name>')
  const key = (await readKey()).trim()
  if (!key) throw new CommandError('No operator key: set OPERATOR_KEY, or enter the key when prompted.')
  const actor = await findOperator(context, key)
  const command = `${subject} ${name}`
  if (!actor) {
    await recordRefusal(context, { kind: 'system', job: 'operator command' }, { command, refusal: 'keyUnknown' })
    throw new CommandError('Unknown or revoked key.')
  }
  if (!mayDo(actor, subject)) {
    await recordRefusal(context, actor, { command, refusal: 'notPermitted' })
    throw new CommandError(`${actor.name} does not have the permission ${subject}.`)
  }
  return actor
}

/** Does not record the key: a mistyped key is almost a valid one. */
async function recordRefusal(
  { db, clock }: OpenContext,
  actor: Actor,
  detail: { command: string; refusal: string },
): Promise<void> {
  await audit(db.kysely, { clock, actor }, { action: 'operator-refused', playerId: null, detail })
}

/**
 * Records a command before it runs, so that one that fails or only reads is recorded as well. Its arguments are left
 * out, because they may be secret; what a command changes has its own entry.
 */
async function recordCommand({ db, clock }: OpenContext, actor: OperatorActor, command: string): Promise<void> {
  await audit(db.kysely, { clock, actor }, { action: 'operator-called', playerId: null, detail: { command } })
}

/** Reads the key from OPERATOR_KEY, or from the terminal without echo. */
async function readOperatorKey(): Promise<string> {
  if (process.env['OPERATOR_KEY']) return process.env['OPERATOR_KEY']
  if (!process.stdin.isTTY) return ''
  process.stderr.write('Operator key: ')
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}

/** The most words that a usage allows; a part of it that ends in … stands for any number of words. */
function maxWords(words: string): number {
  if (words.includes('…')) return Infinity
  return words.match(/\[[^\]]*\]|<[^>]*>|\S+/g)!.length - 1
}

function usage(subjectNames: string[]): string {
  const lines = subjectNames.flatMap((subject) =>
    Object.values(subjects[subject]!).map(
      ({ usage: words, about }) => `  npm run operator -- ${`${subject} ${words}`.padEnd(44)} ${about}`,
    ),
  )
  return `Commands:\n${lines.join('\n')}`
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
  settings.sandbox.secret ||= deriveKey(settings.secret, 'sandbox')
  const storage = documentStoreOf(settings, randomBytes)
  const chain = (await loadChain(settings))?.(kernel)
  const studioKeys = settings.hasSandboxStudio ? await readSandboxStudioKeys(settings.dataDir) : null
  const partners = {
    payments: paymentPartnersOf(settings, chain?.partner ?? null),
    gameStudios: [createInHouseStudio(settings), ...outsideStudiosOf(settings, studioKeys)],
  }
  const ledger = createLedger({ db })
  return {
    ...kernel,
    ledger,
    partners,
    storage,
    content: loadContent({ contentDir: settings.contentDir }),
    print: console.log,
    async close() {
      await ledger.close()
      await db.close()
    },
  }
}

if (import.meta.main) {
  process.exitCode = await runOperatorCommand(process.argv.slice(2), openContext, console.log, readOperatorKey).catch(
    (error: Error) => {
      console.error(error.message)
      return 1
    },
  )
}
