/** A backup of the built-in PostgreSQL and what lies beside it, while the house is open. */
import { cp, mkdir } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { baseBackup } from '#server/db/base-backup.ts'
import { runningEmbedded } from '#server/db/running.ts'
import { CommandError, type OperatorContext, type OperatorCommands } from '#server/platform/operator-commands.ts'

export const backupCommands: OperatorCommands = {
  make: {
    usage: 'make <folder>',
    about: 'Copies DATA_DIR, its PostgreSQL included, to a new folder that a house can be started on',
    run: make,
  },
}

/** Beside the database; the documents last, because a file is there before the row that names it. */
const beside = ['postgres.password', 'secret', 'documents']

async function make({ settings, say }: OperatorContext, [folder]: string[]): Promise<void> {
  if (!folder) throw new CommandError('Name the folder to make.')
  if (existsSync(folder)) throw new CommandError(`${folder} is there already.`)
  if (settings.databaseUrl)
    throw new CommandError(
      'DATABASE_URL names an outside PostgreSQL: back it up with pg_dump, as docs/operations.md says.',
    )
  const url = runningEmbedded(settings.dataDir)
  if (!url) throw new CommandError(`No built-in PostgreSQL runs on ${settings.dataDir}.`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await baseBackup({ url, cluster: join(settings.dataDir, 'postgres'), target: join(folder, 'postgres') })
  for (const name of beside) {
    const source = join(settings.dataDir, name)
    if (existsSync(source)) await cp(source, join(folder, name), { recursive: true, preserveTimestamps: true })
  }
  say(
    `${folder} holds everything that was done when the copy began. Start a house on it: DATA_DIR=${folder} npm start.`,
  )
  if (settings.documents.folder !== join(settings.dataDir, 'documents'))
    say(`Documents of players lie in ${settings.documents.folder}: copy them too.`)
}
