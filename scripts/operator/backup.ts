/** A backup of the embedded PostgreSQL and the files next to it, while the site is running. */
import { cp, mkdir } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { baseBackup } from '#server/db/base-backup.ts'
import { runningEmbedded } from '#server/db/running.ts'
import { CommandError, type OperatorContext, type OperatorCommands } from '#server/platform/operator-commands.ts'

export const backupCommands: OperatorCommands = {
  make: {
    usage: 'make <folder>',
    about: 'Copies DATA_DIR with its PostgreSQL to a new folder from which the product can start',
    run: make,
  },
}

/** Besides the database; the documents last, because a file exists before the row that names it. */
const beside = ['postgres.password', 'secret', 'documents']

async function make({ settings, print }: OperatorContext, [folder]: string[]): Promise<void> {
  if (!folder) throw new CommandError('Enter the folder to create.')
  if (!relative(settings.dataDir, folder).startsWith('..'))
    throw new CommandError(`${folder} is inside DATA_DIR: choose a folder on another disk.`)
  if (existsSync(folder)) throw new CommandError(`${folder} already exists.`)
  if (settings.databaseUrl)
    throw new CommandError(
      'DATABASE_URL names an external PostgreSQL: back it up with pg_dump, see docs/operations.md.',
    )
  const url = runningEmbedded(settings.dataDir)
  if (!url) throw new CommandError(`No embedded PostgreSQL is running on ${settings.dataDir}.`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await baseBackup({ url, cluster: join(settings.dataDir, 'postgres'), target: join(folder, 'postgres') })
  for (const name of beside) {
    const source = join(settings.dataDir, name)
    if (existsSync(source)) await cp(source, join(folder, name), { recursive: true, preserveTimestamps: true })
  }
  print(
    `${folder} contains everything committed before the copy started. Start the product from it: DATA_DIR=${folder} npm start.`,
  )
  if (settings.documents.folder !== join(settings.dataDir, 'documents'))
    print(`Players' documents are in ${settings.documents.folder}: copy them too.`)
}
