/** Writes an audit export into a folder: compressed files of lines, and a manifest with their hashes. */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Deps } from '../deps.ts'
import { withSnapshot } from '../kernel/db/snapshot.ts'
import { houseLines, playerLines, spanOf } from './audit-export.ts'

export type ExportedFile = { name: string; sha256: string; lines: number }
export type Manifest = {
  format: 'fairhouse-audit'
  version: 1
  from: string
  to: string
  madeAt: string
  firstMovement: number
  lastMovement: number
  players: number
  files: ExportedFile[]
}

/** Throws if the folder has files. */
export async function writeAuditExport(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  folder: string,
  period: { from: Date; to: Date },
  /** A file ends with the player that exceeds this, so that several threads can check an export. */
  linesPerFile = 100_000,
): Promise<Manifest> {
  await mkdir(folder, { recursive: true })
  return withSnapshot(db.kysely, async (snapshot) => {
    const span = await spanOf(snapshot, period)
    const files = [await writeFileOf(folder, 'house.ndjson.gz', houseLines(snapshot, span))]
    const source = playerLines(snapshot, span)
    let next = await source.next()
    let players = 0
    const file = async function* () {
      for (let lines = 0; !next.done; next = await source.next()) {
        const isNewPlayer = next.value[0]!.startsWith('{"record":"player"')
        if (isNewPlayer && lines >= linesPerFile) return
        if (isNewPlayer) players++
        lines += next.value.length
        yield* next.value
      }
    }
    while (!next.done)
      files.push(await writeFileOf(folder, `players-${String(files.length).padStart(4, '0')}.ndjson.gz`, file()))
    const manifest: Manifest = {
      format: 'fairhouse-audit',
      version: 1,
      from: span.from.toISOString(),
      to: span.to.toISOString(),
      madeAt: clock.now().toISOString(),
      firstMovement: Number(span.first),
      lastMovement: Number(span.last),
      players,
      files,
    }
    await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`, { flag: 'wx' })
    return manifest
  })
}

export async function writeFileOf(folder: string, name: string, source: AsyncIterable<string>): Promise<ExportedFile> {
  const hash = createHash('sha256')
  let lines = 0
  const hashed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  await pipeline(
    Readable.from(
      batched(source, () => lines++),
      { objectMode: false },
    ),
    createGzip({ level: 4 }),
    hashed,
    createWriteStream(join(folder, name), { flags: 'wx' }),
  )
  return { name, sha256: hash.digest('hex'), lines }
}

/** Writes many lines at once, because each chunk of a stream costs more than a line. */
async function* batched(source: AsyncIterable<string>, count: () => void): AsyncGenerator<string> {
  let text = ''
  for await (const line of source) {
    count()
    text += `${line}\n`
    if (text.length > 65_536) {
      yield text
      text = ''
    }
  }
  if (text) yield text
}
