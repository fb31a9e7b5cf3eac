/**
 * Drafts of content files: a draft is the next version while operators work on it, and nobody else reads it. It is
 * published by an operator, or by a job at the time that one chose.
 */
import { isDeepStrictEqual } from 'node:util'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { Tx } from '../../deps.ts'
import { nameOfActor } from '../../kernel/actor.ts'
import { audit, type AuditAction } from '../../kernel/audit.ts'
import { jsonColumn } from '../../kernel/db/json-column.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import { lockNamed } from '../../kernel/locks.ts'
import { deleteDraft, type DraftRow, readDraft, refuseChanged } from './internal/draft-rows.ts'
import { type File, faultLinesOf, type Needs, publishContent, readFile, refreshContent } from './versions.ts'

const readData = jsonColumn('content.drafts.data', z.record(z.string(), z.unknown()))

/** Of a publication that failed at its time. */
const Fault = z.enum(['contentInvalid', 'changedMeanwhile'])
type Scheduled = { at: Date; actor: string; reason: string; fault: z.output<typeof Fault> | null }
type Draft = {
  data: File
  base: number
  revision: number
  at: Date
  actor: string
  publication: Scheduled | null
}

export async function findDraft(db: Kysely<Tables>, path: string): Promise<Draft | null> {
  const row = await readDraft(db, path)
  return row ? { ...row, data: readData(row.data), publication: publicationOf(row) } : null
}

function publicationOf({ publish_at, publish_by, publish_reason, publish_fault }: DraftRow): Scheduled | null {
  if (publish_at === null) return null
  return {
    at: publish_at,
    actor: publish_by!,
    reason: publish_reason!,
    fault: publish_fault === null ? null : Fault.parse(publish_fault),
  }
}

/** The latest first. */
export const listDrafts = (
  db: Kysely<Tables>,
): Promise<Array<Pick<DraftRow, 'path' | 'at' | 'actor' | 'publish_at' | 'publish_fault'>>> =>
  db
    .selectFrom('content.drafts')
    .select(['path', 'at', 'actor', 'publish_at', 'publish_fault'])
    .orderBy('at', 'desc')
    .execute()

const notScheduled = { publish_at: null, publish_by: null, publish_reason: null, publish_fault: null }

/**
 * Stores a draft, which may have faults. `seen` is the revision of the draft that it replaces, 0 for none: if there is
 * another, nothing is stored. What was to be published later has changed, so its time is removed.
 */
export async function saveDraft(
  needs: Needs,
  path: string,
  { data, base, seen }: { data: File; base: number; seen: number },
): Promise<Result<{ revision: number }, 'pathUnknown' | 'draftChanged'>> {
  const current = readFile(needs.content, path)
  if (!current) return refuse('pathUnknown')
  return needs.db.transaction(async (tx) => {
    await lockNamed(tx, 'content', path)
    const saved = await readDraft(tx, path)
    const actor = nameOfActor(needs.actor)
    const before = saved ? readData(saved.data) : current.file
    // Sent again, because its answer was lost.
    if (saved?.revision === seen + 1 && saved.actor === actor && saved.base === base && isDeepStrictEqual(before, data))
      return ok({ revision: saved.revision })
    if ((saved?.revision ?? 0) !== seen) return refuseChanged(saved)
    const revision = seen + 1
    const row = {
      path,
      data: JSON.stringify(data),
      base,
      revision,
      at: needs.clock.now(),
      actor,
      ...notScheduled,
    }
    await tx
      .insertInto('content.drafts')
      .values(row)
      .onConflict((conflict) => conflict.column('path').doUpdateSet(row))
      .execute()
    await audit(tx, needs, {
      action: 'content-draft-saved',
      playerId: null,
      ...differing(before, data),
      detail: { path, revision, ...(saved?.publish_at && { unscheduled: saved.publish_at }) },
    })
    return ok({ revision })
  })
}

/** The values that differ between two files, by their keys at the top. */
function differing(before: File | null, after: File): { before: File; after: File } {
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after)])].filter(
    (key) => JSON.stringify(before?.[key]) !== JSON.stringify(after[key]),
  )
  const of = (file: File | null) => Object.fromEntries(keys.map((key) => [key, file?.[key] ?? null]))
  return { before: of(before), after: of(after) }
}

export async function discardDraft(needs: Needs, path: string, seen: number): Promise<Result<void, 'draftChanged'>> {
  return needs.db.transaction(async (tx) => {
    await lockNamed(tx, 'content', path)
    const saved = await readDraft(tx, path)
    if (!saved || saved.revision !== seen) return refuseChanged(saved)
    await deleteDraft(tx, path)
    await audit(tx, needs, {
      action: 'content-draft-discarded',
      playerId: null,
      before: readData(saved.data),
      after: null,
      detail: { path, revision: seen },
    })
    return ok()
  })
}

type Schedule = { seen: number; at: Date; reason: string }

/** `seen`: the revision that the operator has read and that will be published; the draft must be without faults. */
export async function scheduleDraft(
  needs: Needs,
  path: string,
  { seen, at, reason }: Schedule,
): Promise<
  Result<{ revision: number }, 'pathUnknown' | 'contentInvalid' | 'changedMeanwhile' | 'draftChanged' | 'momentPast'>
> {
  if (!readFile(needs.content, path)) return refuse('pathUnknown')
  return needs.db.transaction(async (tx) => {
    await lockNamed(tx, 'content', path)
    const saved = await readDraft(tx, path)
    const by = nameOfActor(needs.actor)
    const isSame =
      saved?.publish_by === by && saved.publish_reason === reason && saved.publish_at?.getTime() === at.getTime()
    // Sent again, because its answer was lost.
    if (isSame && saved.revision === seen + 1) return ok({ revision: saved.revision })
    if (!saved || saved.revision !== seen) return refuseChanged(saved)
    if (at <= needs.clock.now()) return refuse('momentPast')
    if ((await newestVersion(tx, path)) > saved.base) return refuse('changedMeanwhile')
    const faults = faultLinesOf(needs.content, path, readData(saved.data))
    if (faults.length > 0) return refuse('contentInvalid', { message: faults.join('\n') })
    const next = { publish_at: at, publish_by: by, publish_reason: reason, publish_fault: null }
    return ok(await setPublication(tx, needs, saved, next, { action: 'content-scheduled', reason }))
  })
}

/** The draft remains, without a time. */
export async function unscheduleDraft(
  needs: Needs,
  path: string,
  { seen, reason }: { seen: number; reason: string },
): Promise<Result<{ revision: number }, 'draftChanged'>> {
  return needs.db.transaction(async (tx) => {
    await lockNamed(tx, 'content', path)
    const saved = await readDraft(tx, path)
    // Sent again, because its answer was lost.
    if (saved?.revision === seen + 1 && saved.publish_at === null) return ok({ revision: saved.revision })
    if (!saved || saved.revision !== seen) return refuseChanged(saved)
    if (saved.publish_at === null) return ok({ revision: saved.revision })
    return ok(await setPublication(tx, needs, saved, notScheduled, { action: 'content-unscheduled', reason }))
  })
}

type Publication = Pick<DraftRow, keyof typeof notScheduled>

async function setPublication(
  tx: Tx,
  needs: Needs,
  saved: DraftRow,
  next: Publication,
  { action, reason }: { action: AuditAction; reason: string | null },
): Promise<{ revision: number }> {
  const { path } = saved
  const revision = saved.revision + 1
  await tx
    .updateTable('content.drafts')
    .set({ ...next, revision })
    .where('path', '=', path)
    .execute()
  const said = ({ publish_at, publish_by, publish_fault }: Publication) => ({
    publishAt: publish_at,
    by: publish_by,
    fault: publish_fault,
  })
  await audit(tx, needs, {
    action,
    playerId: null,
    before: said(saved),
    after: said(next),
    reason,
    detail: { path, revision },
  })
  return { revision }
}

async function newestVersion(tx: Tx, path: string): Promise<number> {
  const { version } = await tx
    .selectFrom('content.versions')
    .select(({ fn }) => fn.max('version').as('version'))
    .where('path', '=', path)
    .executeTakeFirstOrThrow()
  return version ?? 0
}

/** When the next draft is published. */
export const draftsDue =
  'SELECT min(publish_at) FROM content.drafts WHERE publish_at IS NOT NULL AND publish_fault IS NULL'

/**
 * Publishes the drafts whose time has come. One that cannot be published, because somebody has published the file since,
 * or because the texts have faults by now, keeps its time with the fault, and waits for a person.
 */
export async function publishDueDrafts(needs: Needs): Promise<void> {
  const { rows } = await sql<DraftRow>`SELECT * FROM content.drafts
    WHERE publish_at <= ${needs.clock.now()} AND publish_fault IS NULL ORDER BY publish_at, path`.execute(
    needs.db.kysely,
  )
  if (rows.length === 0) return
  await refreshContent(needs)
  for (const draft of rows) {
    const { path, base, revision } = draft
    const published = await publishContent(needs, path, {
      data: readData(draft.data),
      comment: draft.publish_reason!,
      seen: base,
      draft: revision,
      by: draft.publish_by!,
    })
    // Somebody has changed, published or discarded it at this moment.
    if (published.ok || published.refusal === 'draftChanged') continue
    const fault = published.refusal === 'pathUnknown' ? 'contentInvalid' : published.refusal
    await needs.db.transaction(async (tx) => {
      await lockNamed(tx, 'content', path)
      const saved = await readDraft(tx, path)
      if (saved?.revision !== revision) return
      const { publish_at, publish_by, publish_reason } = saved
      const next = { publish_at, publish_by, publish_reason, publish_fault: fault }
      await setPublication(tx, needs, saved, next, { action: 'content-publication-failed', reason: null })
    })
  }
}
