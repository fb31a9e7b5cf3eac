/** Texts at the desk. */
import type * as contract from '#contract/desk/content.ts'
import { ContentDirectory } from '#contract/content.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { DeskCtx } from '../../kernel/http/desk-session.ts'
import { defaultLocale } from '../../kernel/locales.ts'
import { missingTexts } from './content.ts'
import { previewLines } from './preview.ts'
import {
  faultsOf,
  listVersions,
  publishContent,
  readFile,
  refreshContent,
  rollBackContent,
  splitPath,
} from './versions.ts'

export async function listContent(ctx: DeskCtx): Promise<Result<ReplyOf<typeof contract.listContent>>> {
  await refreshContent(ctx)
  const { content } = ctx
  const files = ContentDirectory.options.flatMap((directory) =>
    Object.keys(content.read(defaultLocale, directory))
      .map((file) => `${directory}/${file}`)
      .filter((file) => readFile(content, `${defaultLocale}/${file}`)),
  )
  return ok({ locales: [...content.locales], files: files.toSorted() })
}

export async function readContentFile(
  ctx: DeskCtx,
  { path }: VerbInput<typeof contract.readContentFile>,
): Promise<Result<ReplyOf<typeof contract.readContentFile>, RefusalOf<typeof contract.readContentFile>>> {
  // Other processes may have published some.
  await refreshContent(ctx)
  const found = readFile(ctx.content, path)
  if (!found) return refuse('pathUnknown')
  const versions = await listVersions(ctx.db.kysely, path)
  return ok({
    path,
    data: found.file,
    english: englishOf(ctx, path),
    versions: versions.map(({ version, at, actor, comment }) => ({ version, at: at.toISOString(), actor, comment })),
  })
}

function englishOf({ content }: DeskCtx, path: string) {
  const [, directory, file] = splitPath(path)
  return readFile(content, `${defaultLocale}/${directory}/${file}`)?.file ?? null
}

export async function checkContent(
  ctx: DeskCtx,
  { path, data }: VerbInput<typeof contract.checkContent>,
): Promise<Result<ReplyOf<typeof contract.checkContent>, RefusalOf<typeof contract.checkContent>>> {
  await refreshContent(ctx)
  if (!readFile(ctx.content, path)) return refuse('pathUnknown')
  const faults = faultsOf(path, data)
  const english = englishOf(ctx, path)
  return ok({
    faults,
    missing: english ? missingTexts(english, data) : [],
    preview: faults.length === 0 ? previewLines(path, data) : [],
  })
}

export async function publishDeskContent(
  ctx: DeskCtx,
  { path, data, reason, seen }: VerbInput<typeof contract.publishDeskContent>,
): Promise<Result<ReplyOf<typeof contract.publishDeskContent>, RefusalOf<typeof contract.publishDeskContent>>> {
  await refreshContent(ctx)
  return publishContent(ctx, path, { data, comment: reason, seen })
}

export async function restoreContent(
  ctx: DeskCtx,
  { path, version, reason }: VerbInput<typeof contract.restoreContent>,
): Promise<Result<ReplyOf<typeof contract.restoreContent>, RefusalOf<typeof contract.restoreContent>>> {
  return rollBackContent(ctx, path, { version, comment: reason })
}
