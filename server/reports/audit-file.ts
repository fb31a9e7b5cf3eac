/** A player's own audit file: it is written to a temporary file first, so that a slow download holds no transaction. */
import { mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { downloadAuditFile as contract } from '#contract/audit-file.ts'
import { ok, refuse, type RefusalOf, type Result } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../deps.ts'
import { mayAttempt, perHour } from '../kernel/attempts.ts'
import { withSnapshot } from '../kernel/db/snapshot.ts'
import { FileReply } from '../kernel/http/files.ts'
import { Slots } from '../kernel/http/slots.ts'
import { ownLines, spanOf } from './audit-export.ts'
import { findPeriod } from './statement.ts'
import { writeFileOf } from './write-audit-export.ts'

/** Each reads all rounds and entries of the period. */
const limit = perHour(20)
/** Each takes a connection of the database while it is written. */
const writing = new Slots(2, 20)

export async function downloadAuditFile(
  ctx: PlayerCtx,
  { period }: { period: string },
): Promise<Result<FileReply, RefusalOf<typeof contract>>> {
  const playerId = ctx.caller.player.id
  if (!(await mayAttempt(ctx, [{ key: `audit-file:${playerId}`, limit }]))) return refuse('tooManyAttempts')
  const found = await findPeriod(ctx, playerId, period)
  if (!found) return refuse('statementNotFound')
  return ok(await writing.run(() => write(ctx, playerId, found)))
}

type Period = { period: string; from: string; until: string }

async function write(ctx: PlayerCtx, owner: string, { period, from, until }: Period): Promise<FileReply> {
  const name = `fairhouse-audit-${period}.ndjson.gz`
  const folder = await mkdtemp(join(tmpdir(), 'fairhouse-audit-file-'))
  try {
    await withSnapshot(ctx.db.kysely, async (snapshot) => {
      const span = await spanOf(snapshot, { from: new Date(from), to: new Date(until) })
      await writeFileOf(folder, name, ownLines(snapshot, { ...span, owner }, ctx.clock.now()))
    })
    const { size } = await stat(join(folder, name))
    const file = await open(join(folder, name))
    return new FileReply({ name, mimeType: 'application/gzip', size, bytes: file.createReadStream() })
  } finally {
    // The open file remains readable until the answer has been sent.
    await rm(folder, { recursive: true, force: true })
  }
}
