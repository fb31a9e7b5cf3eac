/**
 * `npm run operator -- <subject> <command> …`: what an operator does by hand. Works on the database that the settings
 * name, beside a house that runs or without one; what it changes reaches open pages through the running house.
 */
import { randomBytes } from 'node:crypto'
import { openDatabase } from '#server/db/connect.ts'
import { runningEmbedded } from '#server/db/running.ts'
import { createLedger } from '#server/ledger/ledger.ts'
import { createLog } from '#server/log.ts'
import { loadContent } from '#server/modules/content/content.ts'
import { loadChain } from '#server/modules/chain/from-settings.ts'
import { paymentPartnersOf } from '#server/partners/payments/from-settings.ts'
import { createDiskStore } from '#server/partners/storage/disk.ts'
import { deriveKey, readOrMakeSecret } from '#server/secret.ts'
import { readSettings } from '#server/settings.ts'
import { CommandError, type OperatorCommands, type OperatorContext } from '#server/platform/operator-commands.ts'
import { allInvariants, consumers, operatorCommands } from '#server/modules.ts'
import { backupCommands } from './operator/backup.ts'

const subjects: Record<string, OperatorCommands> = { ...operatorCommands, backup: backupCommands }

type Open = Omit<OperatorContext, 'invariants' | 'consumers'> & { close(): Promise<void> }

export async function operate(
  words: string[],
  desk: () => Promise<Open>,
  say: (line: string) => void,
): Promise<number> {
  const [subject = '', name = '', ...rest] = words
  const command =
    Object.hasOwn(subjects, subject) && Object.hasOwn(subjects[subject]!, name) ? subjects[subject]![name] : undefined
  if (!command) {
    say(usage())
    return 2
  }
  const open = await desk()
  try {
    return (await command.run({ ...open, invariants: allInvariants, consumers }, rest)) ?? 0
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    say(error.message)
    return 1
  } finally {
    await open.close()
  }
}

function usage(): string {
  const lines = Object.entries(subjects).flatMap(([subject, commands]) =>
    Object.values(commands).map(
      ({ usage: words, about }) => `  npm run operator -- ${`${subject} ${words}`.padEnd(44)} ${about}`,
    ),
  )
  return `Commands:\n${lines.join('\n')}`
}

async function openDesk(): Promise<Open> {
  const settings = readSettings()
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
  settings.sandbox.secret ||= deriveKey(settings.secret, 'sandbox')
  const clock = { now: () => new Date() }
  const storage = createDiskStore({
    folder: settings.documents.folder,
    key: deriveKey(settings.documents.key ?? settings.secret, 'documents'),
    randomBytes,
  })
  const chain = (await loadChain(settings))?.({ db, clock, log })
  const partners = { payments: [...paymentPartnersOf(settings), ...(chain ? [chain.partner] : [])] }
  const ledger = createLedger({ db })
  return {
    settings,
    db,
    log,
    ledger,
    partners,
    clock,
    storage,
    content: loadContent({ contentDir: settings.contentDir }),
    say: console.log,
    async close() {
      await ledger.close()
      await db.close()
    },
  }
}

if (import.meta.main) {
  process.exitCode = await operate(process.argv.slice(2), openDesk, console.log).catch((error: Error) => {
    console.error(error.message)
    return 1
  })
}
