/** A backup of the database and the files next to it, while the site is running. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { baseBackup } from '#server/kernel/db/base-backup.ts'
import { runningEmbedded } from '#server/kernel/db/running.ts'
import type { Settings } from '#server/settings.ts'
import { CommandError, type DatabaseContext, type DatabaseCommands } from '#server/kernel/operator-commands.ts'

export const backupCommands: DatabaseCommands = {
  make: {
    usage: 'make <folder>',
    about: 'Copies the database, the secret and the documents to a new folder; an external PostgreSQL by pg_dump',
    run: make,
  },
}

/** The files copied with an embedded database. */
const files = ['postgres.password', 'secret']

async function make({ settings, print }: DatabaseContext, [folder]: string[]): Promise<void> {
  if (!folder) throw new CommandError('Enter the folder to create.')
  if (!relative(settings.dataDir, folder).startsWith('..'))
    throw new CommandError(`${folder} is inside DATA_DIR: choose a folder on another disk.`)
  if (existsSync(folder)) throw new CommandError(`${folder} already exists.`)
  const embeddedUrl = settings.databaseUrl ? null : runningEmbedded(settings.dataDir)
  if (!settings.databaseUrl && !embeddedUrl)
    throw new CommandError(`No embedded PostgreSQL is running on ${settings.dataDir}.`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await copyAll(settings, embeddedUrl, folder)
  } catch (error) {
    // An incomplete backup is of no use, and would block its name for the next attempt.
    await rm(folder, { recursive: true, force: true })
    throw error
  }
  const { bucket } = settings.documents
  print(
    `${folder} contains everything committed before the copy started${bucket ? '' : ', and the documents'}.` +
      (bucket ? ` Documents are in ${bucket.url}: versions or a copy of the bucket are their backup.` : ''),
  )
  print(
    embeddedUrl
      ? `Start the product from it: DATA_DIR=${folder} npm start.`
      : 'Restore house.dump with pg_restore, and start the product with the same SECRET: see docs/operations/backups.md.',
  )
}

async function copyAll(settings: Settings, embeddedUrl: string | null, folder: string): Promise<void> {
  if (embeddedUrl)
    await baseBackup({
      url: embeddedUrl,
      cluster: join(settings.dataDir, 'postgres'),
      target: join(folder, 'postgres'),
    })
  else await dump(settings.databaseUrl!, join(folder, 'house.dump'))
  for (const name of embeddedUrl ? files : ['secret']) {
    const source = join(settings.dataDir, name)
    if (existsSync(source)) await cp(source, join(folder, name), { preserveTimestamps: true })
  }
  // Documents are copied last, because a file exists before the row that names it.
  const { folder: documents, bucket } = settings.documents
  if (!bucket && existsSync(documents))
    await cp(documents, join(folder, 'documents'), { recursive: true, preserveTimestamps: true })
}

/** Passes the password in the environment, because other users can see a command line. */
async function dump(url: string, file: string): Promise<void> {
  const { password, ...address } = splitPassword(url)
  const running = spawn('pg_dump', ['--format=custom', `--file=${file}`, `--dbname=${address.url}`], {
    env: { ...process.env, ...(password && { PGPASSWORD: password }) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errorOutput = ''
  running.stderr.on('data', (text) => (errorOutput += String(text)))
  const [code] = await once(running, 'close').catch((error: Error) => {
    throw new CommandError(
      `pg_dump did not start (${error.message}). Install it in a version at least that of the server, or run it where it is.`,
    )
  })
  if (code !== 0) throw new CommandError(`pg_dump failed: ${errorOutput.trim()}`)
}

/** Splits the address without the URL class, which rejects addresses of sockets. */
function splitPassword(address: string): { url: string; password: string } {
  const [, before = '', password = ''] = /^(\w+:\/\/[^:@/?#]*):([^@/?#]*)@/.exec(address) ?? []
  return {
    url: password ? before + address.slice(before.length + 1 + password.length) : address,
    password: decodeURIComponent(password),
  }
}
