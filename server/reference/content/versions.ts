/**
 * Versions of content files: the newest of a file is in force in every process, and each stays readable. A draft is the
 * next version while operators work on it; nobody else reads it.
 */
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { ContentDirectory, maxIdentityLength } from '#contract/content.ts'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import { lockNamed } from '../../kernel/locks.ts'
import { jsonColumn } from '../../kernel/db/json-column.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import type { Clock, KernelDeps, TextDeps, Tx } from '../../deps.ts'
import { defaultLocale } from '../../kernel/locales.ts'
import { append } from '../../kernel/outbox/append.ts'
import { type Actor, nameOfActor } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit.ts'
import type { Content } from './content.ts'
import { checkFile, type ContentFault, faultLine } from './internal/check-file.ts'
import { checkTexts } from './internal/check-texts.ts'
import type { Tree } from './read-tree.ts'

type File = Record<string, unknown>
type ContentVersion = { version: number; data: File; at: Date; actor: string; comment: string }
type Needs = KernelDeps & { clock: Clock; content: Content; actor: Actor }

/** Every process follows this channel in the outbox and reads the versions again. Players cannot subscribe to it. */
export const contentChannel = 'content'

const readData = jsonColumn('content.versions.data', z.record(z.string(), z.unknown()))
const readDraftData = jsonColumn('content.drafts.data', z.record(z.string(), z.unknown()))

/** Called at startup and whenever a version is announced. */
export async function refreshContent({ db, content }: TextDeps): Promise<void> {
  const { rows } = await sql<{ path: string; data: unknown }>`
    SELECT DISTINCT ON (path) path, data FROM content.versions ORDER BY path, version DESC`.execute(db.kysely)
  const edited: Tree = {}
  for (const { path, data } of rows) {
    const [locale, directory, file] = splitPath(path)
    edited[locale] ??= {}
    edited[locale][directory] ??= {}
    edited[locale][directory][file] = readData(data)
  }
  content.replace(edited)
}

/** Only names of pages have slashes: the file of `en/pages/help/deposits` is `help/deposits`. */
export function splitPath(path: string): [locale: string, directory: string, file: string] {
  const [locale = '', directory = '', ...file] = path.split('/')
  return [locale, directory, file.join('/')]
}

/** The current content of `<locale>/<directory>/<file>`; null if the path is unknown. */
export function readFile(content: Content, path: string): { file: File | null } | null {
  const [locale, directory, name] = splitPath(path)
  const place = ContentDirectory.safeParse(directory)
  const parts = name.split('/')
  const isPlace =
    content.locales.includes(locale) &&
    parts.every((part) => /^[a-z0-9][a-z0-9-]{0,63}$/.test(part)) &&
    (parts.length === 1 || (directory === 'pages' && name.length <= maxIdentityLength))
  // The brand cannot be versioned, because its pictures are read from files at startup.
  if (!place.success || !isPlace || path.endsWith('/layout/brand')) return null
  const files = content.read(locale, place.data)
  if (Object.hasOwn(files, name)) return { file: files[name] as File }
  return directory === 'pages' ? { file: null } : null
}

/** The newest first. */
export async function listVersions(db: Kysely<Tables>, path: string): Promise<ContentVersion[]> {
  const rows = await db
    .selectFrom('content.versions')
    .selectAll()
    .where('path', '=', path)
    .orderBy('version', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, data: readData(row.data) }))
}

/** The faults that prevent the publication of texts at that path; empty if there are none. */
export function faultsOf(content: Content, path: string, data: unknown): ContentFault[] {
  const [, directory, file] = splitPath(path)
  const faults = checkFile(directory, file, data)
  if (faults.length > 0) return faults
  return checkTexts(directory, data, readFile(content, `${defaultLocale}/${directory}/${file}`)?.file)
}

/** As lines, for whoever has no form. */
const faultLinesOf = (content: Content, path: string, data: unknown): string[] =>
  faultsOf(content, path, data).map((fault) => faultLine(splitPath(path)[2], fault))

type Publication = {
  data: unknown
  comment: string
  /** Refused if a version after it is in force; 0 stands for the shipped texts. Without it, no matter which is. */
  seen?: number
  /** The revision of the draft that it replaces, 0 for none: refused if there is another. Without it, a draft remains. */
  draft?: number
}
export async function publishContent(
  needs: Needs,
  path: string,
  { data, comment, seen, draft }: Publication,
): Promise<Result<{ version: number }, 'pathUnknown' | 'contentInvalid' | 'changedMeanwhile' | 'draftChanged'>> {
  const current = readFile(needs.content, path)
  if (!current) return refuse('pathUnknown')
  const faults = faultLinesOf(needs.content, path, data)
  if (faults.length > 0) return refuse('contentInvalid', { message: faults.join('\n') })
  return needs.db.transaction(async (tx) => {
    const versions = await lockVersions(tx, path)
    if (seen !== undefined && (versions[0]?.version ?? 0) > seen) return refuse('changedMeanwhile')
    if (draft !== undefined) {
      const saved = await readDraft(tx, path)
      if ((saved?.revision ?? 0) !== draft) return refuseChanged(saved)
      await deleteDraft(tx, path)
    }
    if (versions.length === 0 && current.file)
      await insert(tx, needs, { path, version: 1, data: current.file, comment: 'as it was' })
    const version = (versions[0]?.version ?? (current.file ? 1 : 0)) + 1
    return ok(await putInForce(tx, needs, { path, version, data: data as File, comment }))
  })
}

/** Makes an earlier version current again by adding it as a new one, so that the versions in between stay readable. */
export async function rollBackContent(
  needs: Needs,
  path: string,
  { version, comment }: { version: number; comment: string },
): Promise<Result<{ version: number }, 'contentInvalid' | 'versionNotFound' | 'noChange'>> {
  return needs.db.transaction(async (tx) => {
    const versions = await lockVersions(tx, path)
    const earlier = versions.find((each) => each.version === version)
    if (!earlier) return refuse('versionNotFound')
    const newest = versions[0]!.version
    if (newest === version) return refuse('noChange')
    const faults = faultLinesOf(needs.content, path, earlier.data)
    if (faults.length > 0) return refuse('contentInvalid', { message: faults.join('\n') })
    const next = { path, version: newest + 1, data: earlier.data, comment: `back to version ${version}: ${comment}` }
    return ok(await putInForce(tx, needs, next))
  })
}

const readDraft = (db: Kysely<Tables>, path: string) =>
  db.selectFrom('content.drafts').selectAll().where('path', '=', path).executeTakeFirst()
type DraftRow = NonNullable<Awaited<ReturnType<typeof readDraft>>>

const deleteDraft = (tx: Tx, path: string) => tx.deleteFrom('content.drafts').where('path', '=', path).execute()

const refuseChanged = (saved: DraftRow | undefined) =>
  refuse('draftChanged', {
    message: saved
      ? `${saved.actor.replace(/^operator:/, '')} has saved this draft meanwhile. Yours is still in the form: compare both, then save again.`
      : 'Somebody has published or discarded this draft meanwhile. Yours is still in the form.',
  })

export type Draft = { data: File; base: number; revision: number; at: Date; actor: string }

export async function findDraft(db: Kysely<Tables>, path: string): Promise<Draft | null> {
  const row = await readDraft(db, path)
  return row ? { ...row, data: readDraftData(row.data) } : null
}

/** The latest first. */
export const listDrafts = (db: Kysely<Tables>): Promise<Array<{ path: string; at: Date; actor: string }>> =>
  db.selectFrom('content.drafts').select(['path', 'at', 'actor']).orderBy('at', 'desc').execute()

/**
 * Stores a draft, which may have faults. `seen` is the revision of the draft that it replaces, 0 for none: if there is
 * another, nothing is stored.
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
    if ((saved?.revision ?? 0) !== seen) return refuseChanged(saved)
    const revision = seen + 1
    const row = {
      path,
      data: JSON.stringify(data),
      base,
      revision,
      at: needs.clock.now(),
      actor: nameOfActor(needs.actor),
    }
    await tx
      .insertInto('content.drafts')
      .values(row)
      .onConflict((conflict) => conflict.column('path').doUpdateSet(row))
      .execute()
    await audit(tx, needs, {
      action: 'content-draft-saved',
      playerId: null,
      ...differing(saved ? readDraftData(saved.data) : current.file, data),
      detail: { path, revision },
    })
    return ok({ revision })
  })
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
      before: readDraftData(saved.data),
      after: null,
      detail: { path, revision: seen },
    })
    return ok()
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

type Inserted = { path: string; version: number; data: File; comment: string }

async function lockVersions(tx: Tx, path: string): Promise<ContentVersion[]> {
  await lockNamed(tx, 'content', path)
  return listVersions(tx, path)
}

async function putInForce(tx: Tx, needs: Needs, next: Inserted): Promise<{ version: number }> {
  const { path, version, comment } = next
  await insert(tx, needs, next)
  await append(tx, { channel: contentChannel, event: 'version', payload: {}, version })
  await audit(tx, needs, {
    action: 'content-changed',
    playerId: null,
    before: { version: version - 1 },
    after: { version },
    detail: { path, version, comment },
  })
  return { version }
}

async function insert(tx: Tx, { clock, actor }: Needs, { path, version, data, comment }: Inserted): Promise<void> {
  await tx
    .insertInto('content.versions')
    .values({ path, version, data: JSON.stringify(data), at: clock.now(), actor: nameOfActor(actor), comment })
    .execute()
}
