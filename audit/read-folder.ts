/** Reads an export from a folder. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Transform } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Range } from './house.ts'
import { readLines } from './read-lines.ts'
import { type AnyRecord, BadExport } from './records.ts'

export type ExportFile = { name: string; sha256: string; lines: number }
export type Manifest = { range: Range; players: number; files: ExportFile[] }

const isTime = (value: unknown): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value))

/** Throws BadExport, also for an export of another day than the one that is expected. */
export async function readManifest(folder: string, day?: string): Promise<Manifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => {
    throw new BadExport(`${folder} has no manifest.json that can be read.`)
  })
  let value: Record<string, unknown>
  try {
    value = JSON.parse(text) as Record<string, unknown>
  } catch {
    throw new BadExport(`${join(folder, 'manifest.json')} is not JSON.`)
  }
  const { format, version, from, to, firstMovement, lastMovement, players, files } = value ?? {}
  if (format !== 'fairhouse-audit') throw new BadExport(`${folder} is not an audit export.`)
  if (version !== 1)
    throw new BadExport(`${folder} has version ${JSON.stringify(version)} of the format; this auditor reads version 1.`)
  const isRange =
    isTime(from) && isTime(to) && Number.isSafeInteger(firstMovement) && Number.isSafeInteger(lastMovement)
  if (!isRange || !Number.isSafeInteger(players) || !isList(files))
    throw new BadExport(`${join(folder, 'manifest.json')} is not complete.`)
  if (day !== undefined && !from.startsWith(day))
    throw new BadExport(`${folder} is the export of ${from.slice(0, 10)}, not of ${day}.`)
  if (files[0]?.name !== 'house.ndjson.gz')
    throw new BadExport(`${join(folder, 'manifest.json')} does not begin with house.ndjson.gz.`)
  const range = { from, to, firstMovement: firstMovement as number, lastMovement: lastMovement as number }
  return { range, players: players as number, files }
}

function isList(value: unknown): value is ExportFile[] {
  return (
    Array.isArray(value) &&
    value.every(
      (file: Partial<ExportFile> | null) =>
        typeof file?.name === 'string' &&
        /^[\w-]+\.ndjson\.gz$/.test(file.name) &&
        typeof file.sha256 === 'string' &&
        Number.isSafeInteger(file.lines),
    )
  )
}

/** The unpacked bytes of a file. Throws BadExport. */
export async function* unpack(path: string, packed?: (chunk: Buffer) => void): AsyncGenerator<Uint8Array> {
  const name = basename(path)
  const hashed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      packed?.(chunk)
      done(null, chunk)
    },
  })
  const source = createReadStream(path)
  const unpacked = createGunzip()
  source.on('error', (error) => unpacked.destroy(error))
  source.pipe(hashed).pipe(unpacked)
  try {
    yield* unpacked as AsyncIterable<Buffer>
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new BadExport(`${name} is missing.`)
    if (code === 'Z_BUF_ERROR') throw new BadExport(`${name} is truncated.`)
    throw new BadExport(`${name} cannot be read: ${(error as Error).message}.`)
  }
}

/** Throws BadExport if the file is not the one of the manifest. */
export async function* readFileOf(folder: string, { name, sha256, lines }: ExportFile): AsyncGenerator<AnyRecord> {
  const hash = createHash('sha256')
  let count = 0
  for await (const record of readLines(
    unpack(join(folder, name), (chunk) => hash.update(chunk)),
    name,
  )) {
    count++
    yield record
  }
  if (count !== lines) throw new BadExport(`${name} has ${count} lines, its manifest states ${lines}.`)
  if (hash.digest('hex') !== sha256) throw new BadExport(`${name} is not the file whose hash the manifest states.`)
}
