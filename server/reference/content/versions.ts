/** Versions of content files: the newest of a file is in force in every process, and each stays readable. */
import { isDeepStrictEqual } from 'node:util'
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
import { deleteDraft, readDraft, refuseChanged } from './internal/draft-rows.ts'
import type { Tree } from './read-tree.ts'

export type File = Record<string, unknown>
type ContentVersion = { version: number; data: File; at: Date; actor: string; comment: string }
export type Needs = KernelDeps & { clock: Clock; content: Content; actor: Actor }

/** Every process follows this channel in the outbox and reads the versions again. Players cannot subscribe to it. */
export const contentChannel = 'content'

const readData = jsonColumn('content.versions.data', z.record(z.string(), z.unknown()))

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
export const faultLinesOf = (content: Content, path: string, data: unknown): string[] =>
  faultsOf(content, path, data).map((fault) => faultLine(splitPath(path)[2], fault))

type Publication = {
  data: unknown
  comment: string
  /** Refused if a version after it is in force; 0 stands for the shipped texts. Without it, no matter which is. */
  seen?: number
  /** The revision of the draft that it replaces, 0 for none: refused if there is another. Without it, a draft remains. */
  draft?: number
  /** Who decided it, if a job publishes it at the time that they chose. */
  by?: string
}
/** Published again with the same texts because the answer was lost, it is the version that was published. */
export async function publishContent(
  needs: Needs,
  path: string,
  { data, comment, seen, draft, by }: Publication,
): Promise<Result<{ version: number }, 'pathUnknown' | 'contentInvalid' | 'changedMeanwhile' | 'draftChanged'>> {
  const current = readFile(needs.content, path)
  if (!current) return refuse('pathUnknown')
  const faults = faultLinesOf(needs.content, path, data)
  if (faults.length > 0) return refuse('contentInvalid', { message: faults.join('\n') })
  return needs.db.transaction(async (tx) => {
    const versions = await lockVersions(tx, path)
    const answered = answerOf(needs, versions[0], { data, comment, seen })
    if (answered) return answered
    if (draft !== undefined) {
      const saved = await readDraft(tx, path)
      if ((saved?.revision ?? 0) !== draft) return refuseChanged(saved)
      await deleteDraft(tx, path)
    }
    if (versions.length === 0 && current.file)
      await insert(tx, needs, { path, version: 1, data: current.file, comment: 'as it was' })
    const version = (versions[0]?.version ?? (current.file ? 1 : 0)) + 1
    return ok(await putInForce(tx, needs, { path, version, data: data as File, comment, by }))
  })
}

/** Null if nobody has published since `seen`; the version if it is the same publication, sent again. */
function answerOf(
  { actor }: Needs,
  newest: ContentVersion | undefined,
  { data, comment, seen }: { data: unknown; comment: string; seen: number | undefined },
): Result<{ version: number }, 'changedMeanwhile'> | null {
  if (seen === undefined || !newest || newest.version <= seen) return null
  const isOwn = newest.actor === nameOfActor(actor) && newest.comment === comment
  return isOwn && isDeepStrictEqual(newest.data, data) ? ok({ version: newest.version }) : refuse('changedMeanwhile')
}

/** Makes an earlier version current again by adding it as a new one, so that the versions in between stay readable. */
export async function rollBackContent(
  needs: Needs,
  path: string,
  { version, comment, seen }: { version: number; comment: string; seen?: number },
): Promise<Result<{ version: number }, 'contentInvalid' | 'versionNotFound' | 'noChange' | 'changedMeanwhile'>> {
  return needs.db.transaction(async (tx) => {
    const versions = await lockVersions(tx, path)
    const earlier = versions.find((each) => each.version === version)
    if (!earlier) return refuse('versionNotFound')
    const newest = versions[0]!.version
    if (newest === version) return refuse('noChange')
    const said = `back to version ${version}: ${comment}`
    const answered = answerOf(needs, versions[0], {
      data: earlier.data,
      comment: said,
      seen,
    })
    if (answered) return answered
    const faults = faultLinesOf(needs.content, path, earlier.data)
    if (faults.length > 0) return refuse('contentInvalid', { message: faults.join('\n') })
    return ok(await putInForce(tx, needs, { path, version: newest + 1, data: earlier.data, comment: said }))
  })
}

type Inserted = { path: string; version: number; data: File; comment: string; by?: string | undefined }

async function lockVersions(tx: Tx, path: string): Promise<ContentVersion[]> {
  await lockNamed(tx, 'content', path)
  return listVersions(tx, path)
}

async function putInForce(tx: Tx, needs: Needs, next: Inserted): Promise<{ version: number }> {
  const { path, version, comment, by } = next
  await insert(tx, needs, next)
  await append(tx, { channel: contentChannel, event: 'version', payload: {}, version })
  await audit(tx, needs, {
    action: 'content-changed',
    playerId: null,
    before: { version: version - 1 },
    after: { version },
    detail: { path, version, comment, ...(by && { scheduledBy: by }) },
  })
  return { version }
}

async function insert(tx: Tx, { clock, actor }: Needs, { path, version, data, comment, by }: Inserted): Promise<void> {
  await tx
    .insertInto('content.versions')
    .values({
      path,
      version,
      data: JSON.stringify(data),
      at: clock.now(),
      actor: by ?? nameOfActor(actor),
      comment,
    })
    .execute()
}
