/** What players do with complaints, signed in or by the link in a mail. */
import type * as contract from '#contract/complaints.ts'
import { complaintLimits } from '#contract/complaints.ts'
import { ok, refuse, type RefusalOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { Ctx, Tx } from '../../deps.ts'
import { audit } from '../../kernel/audit.ts'
import { mayAttempt, perHour, perDay } from '../../kernel/attempts.ts'
import { mayPass, refuseCrowded } from '../../kernel/crowd.ts'
import { addressOf, prefixOf } from '../../kernel/http/address-block.ts'
import { findPlayerByEmail, lockPlayer, normalEmail } from '../../identity/index.ts'
import { send } from '../../messaging/index.ts'
import { issueComplaintToken, linkHours, readComplaintToken } from './access-token.ts'
import {
  type ComplaintRow,
  complaintStates,
  dueAt,
  findComplaint,
  lockComplaint,
  tellOfComplaint,
  toComplaint,
} from './complaints.ts'

/** Nobody is refused: excluded, limited, blocked and former players may complain. */
function complainant(ctx: Ctx): Result<string, 'signInNeeded'> {
  const playerId = ctx.caller.player?.id ?? readComplaintToken(ctx, ctx.caller.bearer)
  return playerId ? ok(playerId) : refuse('signInNeeded')
}

const isOwn = (row: ComplaintRow | undefined, playerId: string): row is ComplaintRow =>
  row !== undefined && row.player_id === playerId && !row.is_of_another

/** The answer does not tell whether there is such an account. */
export async function askForComplaintLink(
  ctx: Ctx,
  { email }: VerbInput<typeof contract.askForComplaintLink>,
): Promise<Result<void, RefusalOf<typeof contract.askForComplaintLink>>> {
  const own = [{ key: `complaint-link:${normalEmail(email)}`, limit: perHour(5) }]
  const shared = [
    { key: `complaint-link:address:${addressOf(ctx.caller.ip)}`, limit: perHour(20) },
    { key: `complaint-link:block:${prefixOf(ctx.caller.ip)}`, limit: perHour(100) },
  ]
  if (!(await mayPass(ctx, shared))) return refuseCrowded(ctx)
  if (!(await mayAttempt(ctx, own))) return refuse('tooManyAttempts')
  const player = await findPlayerByEmail(ctx.db.kysely, email)
  // Whoever registered with another person's address has not proven that it is theirs.
  if (!player?.email || !player.email_confirmed_at) return ok()
  const to = player.email
  await ctx.db.transaction((tx) =>
    send(tx, ctx, {
      medium: 'mail',
      to,
      locale: player.locale,
      template: 'complaint-link',
      values: {
        link: `${ctx.settings.publicUrl}/complaints#${issueComplaintToken(ctx, player.id)}`,
        hours: String(linkHours),
      },
      playerId: player.id,
    }),
  )
  return ok()
}

export async function listComplaints(ctx: Ctx): Promise<Result<contract.Complaint[], 'signInNeeded'>> {
  const player = complainant(ctx)
  if (!player.ok) return player
  const rows = await ctx.db.kysely
    .selectFrom('complaints.complaints')
    .selectAll()
    .where('player_id', '=', player.value)
    .where('is_of_another', '=', false)
    .orderBy('filed_at', 'desc')
    .orderBy('id')
    .limit(200)
    .execute()
  return ok(rows.map(toComplaint))
}

export async function readComplaint(
  ctx: Ctx,
  { id }: VerbInput<typeof contract.readComplaint>,
): Promise<Result<contract.Complaint, RefusalOf<typeof contract.readComplaint>>> {
  const player = complainant(ctx)
  if (!player.ok) return player
  const row = await findComplaint(ctx.db.kysely, id)
  return isOwn(row, player.value) ? ok(toComplaint(row)) : refuse('complaintNotFound')
}

type FileAnswer = Result<contract.Complaint, RefusalOf<typeof contract.fileComplaint>>

export async function fileComplaint(
  ctx: Ctx,
  { id, category, about, text }: VerbInput<typeof contract.fileComplaint>,
): Promise<FileAnswer> {
  const player = complainant(ctx)
  if (!player.ok) return player
  const playerId = player.value
  const stored = await findComplaint(ctx.db.kysely, id)
  if (stored) return isOwn(stored, playerId) ? ok(toComplaint(stored)) : refuse('complaintIdTaken')
  const attempts = [{ key: `complaint:day:${playerId}`, limit: perDay(20) }]
  if (!(await mayAttempt(ctx, attempts))) return refuse('tooManyAttempts')
  return ctx.db.transaction(async (tx): Promise<FileAnswer> => {
    // One after another, so that two sent at once are compared with each other.
    await lockPlayer(tx, playerId)
    const meanwhile = await findComplaint(tx, id)
    if (meanwhile) return isOwn(meanwhile, playerId) ? ok(toComplaint(meanwhile)) : refuse('complaintIdTaken')
    const open = (await readOpen(tx, playerId)).filter(({ is_of_another }) => !is_of_another)
    if (open.length >= complaintLimits.maxOpen) return refuse('tooManyComplaints')
    const same = open.find(
      (row) =>
        row.category === category &&
        row.about_kind === (about?.kind ?? null) &&
        row.about_id === (about?.id ?? null) &&
        (about !== null || row.body === text),
    )
    if (same) return refuse('complaintOpen')
    const now = ctx.clock.now()
    const row = await tx
      .insertInto('complaints.complaints')
      .values({
        id,
        player_id: playerId,
        category,
        about_kind: about?.kind ?? null,
        about_id: about?.id ?? null,
        body: text,
        locale: ctx.caller.locale,
        status: 'open',
        filed_at: now,
        due_at: dueAt(now),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit(tx, actingAs(ctx, playerId), {
      action: 'complaint-filed',
      playerId,
      detail: { complaint: id, number: Number(row.number), category },
    })
    await tellOfComplaint(tx, ctx, row, 'received')
    return ok(toComplaint(row))
  })
}

function readOpen(tx: Tx, playerId: string): Promise<ComplaintRow[]> {
  return tx
    .selectFrom('complaints.complaints')
    .selectAll()
    .where('player_id', '=', playerId)
    .where('ended_at', 'is', null)
    .execute()
}

/** The audit log names the player, with a session or without one. */
const actingAs = (ctx: Ctx, playerId: string) =>
  ctx.caller.player ? ctx : { ...ctx, actor: { kind: 'player' as const, id: playerId, sessionId: '' } }

type ReplyAnswer = Result<contract.Complaint, RefusalOf<typeof contract.replyToAnswer>>

export async function replyToAnswer(
  ctx: Ctx,
  { id, ...reply }: VerbInput<typeof contract.replyToAnswer>,
): Promise<ReplyAnswer> {
  const player = complainant(ctx)
  if (!player.ok) return player
  return ctx.db.transaction(async (tx): Promise<ReplyAnswer> => {
    await lockPlayer(tx, player.value)
    const row = await lockComplaint(tx, id)
    if (!isOwn(row, player.value)) return refuse('complaintNotFound')
    const act = reply.isSatisfied ? 'accept' : 'dispute'
    // The same reply, whose answer was lost.
    if (reply.isSatisfied ? row.status === 'resolved' : row.status === 'disputed' && row.dispute === reply.text)
      return ok(toComplaint(row))
    const { status } = toComplaint(row)
    if (!complaintStates.may(status, act)) return refuse('complaintNotAnswered')
    const now = ctx.clock.now()
    const { to } = complaintStates.move(status, act, 'player')
    const changed = await tx
      .updateTable('complaints.complaints')
      .set({
        status: to,
        ...(reply.isSatisfied ? { ended_at: now } : { dispute: reply.text, disputed_at: now }),
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit(tx, actingAs(ctx, player.value), {
      action: 'complaint-replied',
      playerId: player.value,
      before: { status },
      after: { status: to },
      detail: { complaint: id },
    })
    return ok(toComplaint(changed))
  })
}
