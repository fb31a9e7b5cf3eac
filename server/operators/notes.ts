/** Notes and tags of operators about players, who find them in the export of their data. */
import type * as contract from '#contract/desk/notes.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { findPlayer } from '../identity/index.ts'
import { audit } from '../kernel/audit.ts'
import type { DeskCtx } from '../kernel/http/desk-session.ts'
import { type PlayerLifecycle, recordLimit } from '../kernel/player-lifecycle.ts'

export const lifecycle: PlayerLifecycle = {
  sections: {
    operatorNotes: ({ db }, playerId) =>
      db.kysely
        .selectFrom('operators.notes')
        .select(['id', 'text', 'written_at', 'withdrawn_at', 'reason'])
        .where('player_id', '=', playerId)
        .orderBy('written_at', 'desc')
        .limit(recordLimit)
        .execute(),
    operatorTags: ({ db }, playerId) =>
      db.kysely
        .selectFrom('operators.tags')
        .select(['tag', 'added_at'])
        .where('player_id', '=', playerId)
        .orderBy('tag')
        .limit(recordLimit)
        .execute(),
  },
}

const mostNotes = 200
const mostKnownTags = 100

export async function readNotes(
  { db }: DeskCtx,
  { playerId }: VerbInput<typeof contract.readNotes>,
): Promise<Result<ReplyOf<typeof contract.readNotes>>> {
  const notes = await db.kysely
    .selectFrom('operators.notes')
    .selectAll()
    .where('player_id', '=', playerId)
    .orderBy('written_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostNotes)
    .execute()
  const tags = await db.kysely
    .selectFrom('operators.tags')
    .select('tag')
    .where('player_id', '=', playerId)
    .orderBy('tag')
    .execute()
  const known = await db.kysely
    .selectFrom('operators.tags')
    .select('tag')
    .distinct()
    .orderBy('tag')
    .limit(mostKnownTags)
    .execute()
  return ok({
    notes: notes.map((note) => ({
      id: note.id,
      text: note.text,
      author: note.author,
      at: note.written_at.toISOString(),
      withdrawn: note.withdrawn_at
        ? { by: note.withdrawn_by!, at: note.withdrawn_at.toISOString(), reason: note.reason! }
        : null,
    })),
    tags: tags.map(({ tag }) => tag),
    known: known.map(({ tag }) => tag),
  })
}

export async function addNote(
  ctx: DeskCtx,
  { playerId, id, text }: VerbInput<typeof contract.addNote>,
): Promise<Result<void, RefusalOf<typeof contract.addNote>>> {
  if (!(await findPlayer(ctx.db.kysely, playerId))) return refuse('playerNotFound')
  return ctx.db.transaction(async (tx) => {
    const written = await tx
      .insertInto('operators.notes')
      .values({ id, player_id: playerId, text, author: ctx.actor.name, written_at: ctx.clock.now() })
      // Repeated, because its answer was lost.
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    const change = { before: null, after: { isWithdrawn: false } }
    if (written) await audit(tx, ctx, { action: 'note-added', playerId, ...change, detail: { note: id } })
    return ok()
  })
}

export async function withdrawNote(
  ctx: DeskCtx,
  { playerId, noteId, reason }: VerbInput<typeof contract.withdrawNote>,
): Promise<Result<void, RefusalOf<typeof contract.withdrawNote>>> {
  return ctx.db.transaction(async (tx) => {
    const withdrawn = await tx
      .updateTable('operators.notes')
      .set({ withdrawn_by: ctx.actor.name, withdrawn_at: ctx.clock.now(), reason })
      .where('id', '=', noteId)
      .where('player_id', '=', playerId)
      .where('withdrawn_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!withdrawn) {
      const known = await tx
        .selectFrom('operators.notes')
        .select(['withdrawn_by', 'reason'])
        .where('id', '=', noteId)
        .where('player_id', '=', playerId)
        .executeTakeFirst()
      if (!known) return refuse('noteNotFound')
      // Sent again, because its answer was lost.
      if (known.withdrawn_by === ctx.actor.name && known.reason === reason) return ok()
      return refuse('alreadyWithdrawn')
    }
    const change = { before: { isWithdrawn: false }, after: { isWithdrawn: true } }
    await audit(tx, ctx, { action: 'note-withdrawn', playerId, reason, ...change, detail: { note: noteId } })
    return ok()
  })
}

export async function addTag(
  ctx: DeskCtx,
  { playerId, tag }: VerbInput<typeof contract.addTag>,
): Promise<Result<void, RefusalOf<typeof contract.addTag>>> {
  if (!(await findPlayer(ctx.db.kysely, playerId))) return refuse('playerNotFound')
  return ctx.db.transaction(async (tx) => {
    const added = await tx
      .insertInto('operators.tags')
      .values({ player_id: playerId, tag, added_by: ctx.actor.name, added_at: ctx.clock.now() })
      .onConflict((conflict) => conflict.columns(['player_id', 'tag']).doNothing())
      .returning('tag')
      .executeTakeFirst()
    if (added) await audit(tx, ctx, { action: 'tag-added', playerId, before: null, after: { tag } })
    return ok()
  })
}

export async function removeTag(
  ctx: DeskCtx,
  { playerId, tag }: VerbInput<typeof contract.removeTag>,
): Promise<Result<void>> {
  return ctx.db.transaction(async (tx) => {
    const removed = await tx
      .deleteFrom('operators.tags')
      .where('player_id', '=', playerId)
      .where('tag', '=', tag)
      .returning('tag')
      .executeTakeFirst()
    if (removed) await audit(tx, ctx, { action: 'tag-removed', playerId, before: { tag }, after: null })
    return ok()
  })
}
