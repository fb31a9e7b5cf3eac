/** Complaints at the desk. */
import { type SqlBool, sql } from 'kysely'
import { Readable } from 'node:stream'
import { z } from 'zod'
import type * as contract from '#contract/desk/complaints.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { lockPlayer } from '../../identity/index.ts'
import { audit } from '../../kernel/audit.ts'
import type { DeskCtx } from '../../kernel/http/desk-session.ts'
import { FileReply } from '../../kernel/http/files.ts'
import { pageOf, readKey } from '../../kernel/page-key.ts'
import { queueState } from '../../operators/index.ts'
import {
  type ComplaintRow,
  complaintStates,
  findComplaint,
  lockComplaint,
  tellOfComplaint,
  toComplaint,
} from './complaints.ts'
import { writeEvidence } from './evidence.ts'
import { complaintFigures } from './queues.ts'

type One = { complaintId: string }
const pageSize = 50
/** When the complaint is due, and its id. */
const Key = z.tuple([z.iso.datetime(), z.uuid()])

const listed = (row: ComplaintRow) => ({
  ...toComplaint(row),
  playerId: row.player_id,
  locale: row.locale,
  answeredBy: row.answered_by,
  finalBy: row.final_by,
})

const statesOf = { waiting: ['open', 'disputed'], answered: ['answered'], ended: ['resolved', 'final'] }

export async function complaintsState(ctx: DeskCtx): Promise<Result<ReplyOf<typeof contract.complaintsState>>> {
  return ok(await queueState(ctx, 'complaint', await complaintFigures(ctx.db.kysely)))
}

/** What has ended is listed newest first. */
export async function listComplaints(
  { db }: DeskCtx,
  { state, category, after }: VerbInput<typeof contract.listComplaintsAtDesk>,
): Promise<Result<ReplyOf<typeof contract.listComplaintsAtDesk>>> {
  const key = readKey(after, Key)
  const direction = state === 'ended' ? 'desc' : 'asc'
  const found = await db.kysely
    .selectFrom('complaints.complaints')
    .selectAll()
    .where('status', 'in', statesOf[state])
    .$if(category !== undefined, (query) => query.where('category', '=', category!))
    .$if(key !== null, (query) =>
      query.where(
        sql<SqlBool>`(due_at, id) ${sql.raw(state === 'ended' ? '<' : '>')} (${key![0]}::timestamptz, ${key![1]}::uuid)`,
      ),
    )
    .orderBy('due_at', direction)
    .orderBy('id', direction)
    .limit(pageSize + 1)
    .execute()
  const { rows, next } = pageOf(found, pageSize, ({ due_at, id }) => [due_at, id])
  return ok({ complaints: rows.map(listed), next })
}

async function shown(ctx: DeskCtx, row: ComplaintRow): Promise<contract.DeskComplaint> {
  const related = await ctx.db.kysely
    .selectFrom('complaints.complaints')
    .select(['id', 'number', 'status'])
    .where('player_id', '=', row.player_id)
    .where('category', '=', row.category)
    .where('id', '<>', row.id)
    .orderBy('filed_at', 'desc')
    .limit(20)
    .execute()
  return {
    ...listed(row),
    related: related.map(({ number, ...other }) => ({ ...other, number: Number(number) })),
    disputeBody: ctx.settings.complaints.disputeBody,
  }
}

export async function readComplaint(
  ctx: DeskCtx,
  { complaintId }: One,
): Promise<Result<contract.DeskComplaint, 'complaintNotFound'>> {
  const row = await findComplaint(ctx.db.kysely, complaintId)
  if (!row) return refuse('complaintNotFound')
  await audit(ctx.db.kysely, ctx, {
    action: 'complaint-read',
    playerId: row.player_id,
    detail: { complaint: complaintId },
  })
  return ok(await shown(ctx, row))
}

export async function answerComplaint(
  ctx: DeskCtx,
  { complaintId, text, outcome }: VerbInput<typeof contract.answerComplaint>,
): Promise<Result<contract.DeskComplaint, RefusalOf<typeof contract.answerComplaint>>> {
  const answered = await decide(ctx, complaintId, 'answer', 'answeredMeanwhile', (row) =>
    row.answer === text && row.answered_by === ctx.actor.name ? null : { answer: text, answer_outcome: outcome },
  )
  return answered.ok ? ok(await shown(ctx, answered.value)) : answered
}

export async function sendFinalLetter(
  ctx: DeskCtx,
  { complaintId, text, outcome }: VerbInput<typeof contract.sendFinalLetter>,
): Promise<Result<contract.DeskComplaint, RefusalOf<typeof contract.sendFinalLetter>>> {
  const ended = await decide(ctx, complaintId, 'end', 'endedMeanwhile', (row) =>
    row.final === text && row.final_by === ctx.actor.name ? null : { final: text, final_outcome: outcome },
  )
  return ended.ok ? ok(await shown(ctx, ended.value)) : ended
}

type Written = Partial<Pick<ComplaintRow, 'answer' | 'answer_outcome' | 'final' | 'final_outcome'>>

/**
 * Decided under a lock: of two operators at once the second reads who was first. `write` returns null for the caller's
 * own decision whose answer was lost.
 */
function decide<R extends 'answeredMeanwhile' | 'endedMeanwhile'>(
  ctx: DeskCtx,
  id: string,
  act: 'answer' | 'end',
  refusal: R,
  write: (row: ComplaintRow) => Written | null,
): Promise<Result<ComplaintRow, 'complaintNotFound' | R>> {
  return ctx.db.transaction(async (tx): Promise<Result<ComplaintRow, 'complaintNotFound' | R>> => {
    const found = await findComplaint(tx, id)
    if (!found) return refuse('complaintNotFound')
    await lockPlayer(tx, found.player_id)
    const row = (await lockComplaint(tx, id))!
    const written = write(row)
    if (written === null) return ok(row)
    const { status } = toComplaint(row)
    if (!complaintStates.may(status, act)) return refuse(refusal, { message: whyNot(row) })
    const now = ctx.clock.now()
    const { to } = complaintStates.move(status, act, 'operator')
    const by = ctx.actor.name
    const changed = await tx
      .updateTable('complaints.complaints')
      .set({
        ...written,
        status: to,
        ...(act === 'answer'
          ? { answered_at: now, answered_by: by }
          : { final_at: now, final_by: by, final_body: ctx.settings.complaints.disputeBody, ended_at: now }),
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit(tx, ctx, {
      action: act === 'answer' ? 'complaint-answered' : 'complaint-ended',
      playerId: row.player_id,
      before: { status },
      after: { status: to, outcome: written.answer_outcome ?? written.final_outcome },
      detail: { complaint: id },
    })
    if (!row.is_of_another) await tellOfComplaint(tx, ctx, changed, act === 'answer' ? 'answered' : 'ended')
    return ok(changed)
  })
}

function whyNot(row: ComplaintRow): string {
  if (row.status === 'resolved') return 'The player has accepted the answer: this complaint has ended.'
  if (row.final_by) return `${row.final_by} has sent the final letter: read it first.`
  return `${row.answered_by} has answered: read it first.`
}

/** The digest of the file is in the audit log, so that a copy can be compared with what was exported. */
export async function downloadEvidence(
  ctx: DeskCtx,
  { complaintId }: One,
): Promise<Result<FileReply, 'complaintNotFound'>> {
  const row = await findComplaint(ctx.db.kysely, complaintId)
  if (!row) return refuse('complaintNotFound')
  const { bytes, digest } = await writeEvidence(ctx, row)
  await audit(ctx.db.kysely, ctx, {
    action: 'complaint-evidence-saved',
    playerId: row.player_id,
    detail: { complaint: complaintId, sha256: digest },
  })
  return ok(
    new FileReply({
      name: `complaint-${row.number}.ndjson`,
      mimeType: 'application/x-ndjson',
      size: bytes.length,
      bytes: Readable.from([bytes]),
    }),
  )
}
