/** Texts at the desk. */
import type * as contract from '#contract/desk/content.ts'
import { ContentDirectory } from '#contract/content.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { DeskCtx } from '../../kernel/http/desk-session.ts'
import { defaultLocale } from '../../kernel/locales.ts'
import { missingTexts } from './content.ts'
import { presentTopics } from './list-question-topics.ts'
import { presentPage } from './read-page.ts'
import { PageFile, QuestionsFile } from './internal/check-file.ts'
import { discardDraft, findDraft, listDrafts, saveDraft, scheduleDraft, unscheduleDraft } from './drafts.ts'
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
  const drafts = await listDrafts(ctx.db.kysely)
  return ok({
    locales: [...content.locales],
    files: files.toSorted(),
    drafts: drafts.map(({ path, at, actor, publish_at, publish_fault }) => ({
      path,
      at: at.toISOString(),
      actor,
      publishAt: publish_at?.toISOString() ?? null,
      hasFailed: publish_fault !== null,
    })),
  })
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
  const draft = await findDraft(ctx.db.kysely, path)
  return ok({
    path,
    data: found.file,
    english: englishOf(ctx, path),
    versions: versions.map(({ version, at, actor, comment }) => ({ version, at: at.toISOString(), actor, comment })),
    draft: draft && {
      data: draft.data,
      base: draft.base,
      revision: draft.revision,
      at: draft.at.toISOString(),
      actor: draft.actor,
      publication: draft.publication && { ...draft.publication, at: draft.publication.at.toISOString() },
    },
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
  const faults = faultsOf(ctx.content, path, data)
  const english = englishOf(ctx, path)
  return ok({
    faults,
    missing: english ? missingTexts(english, data) : [],
    preview: previewOf(ctx, path, data),
  })
}

/** By the same functions that answer the site. Faults such as an unclosed mark do not prevent it. */
function previewOf(ctx: DeskCtx, path: string, data: unknown): ReplyOf<typeof contract.checkContent>['preview'] {
  const [locale, directory, file] = splitPath(path)
  if (directory !== 'pages') return null
  if (file === 'questions') {
    const questions = QuestionsFile.safeParse(data)
    return questions.success ? { kind: 'questions', topics: presentTopics(questions.data) } : null
  }
  const page = PageFile.safeParse(data)
  return page.success ? { kind: 'page', page: presentPage(file, page.data, locale, ctx.settings) } : null
}

export async function saveContentDraft(
  ctx: DeskCtx,
  { path, data, base, draft }: VerbInput<typeof contract.saveContentDraft>,
): Promise<Result<ReplyOf<typeof contract.saveContentDraft>, RefusalOf<typeof contract.saveContentDraft>>> {
  await refreshContent(ctx)
  return saveDraft(ctx, path, { data, base, seen: draft })
}

export async function discardContentDraft(
  ctx: DeskCtx,
  { path, draft }: VerbInput<typeof contract.discardContentDraft>,
): Promise<Result<void, RefusalOf<typeof contract.discardContentDraft>>> {
  return discardDraft(ctx, path, draft)
}

export async function publishDeskContent(
  ctx: DeskCtx,
  { path, data, reason, seen, draft }: VerbInput<typeof contract.publishContent>,
): Promise<Result<ReplyOf<typeof contract.publishContent>, RefusalOf<typeof contract.publishContent>>> {
  await refreshContent(ctx)
  return publishContent(ctx, path, { data, comment: reason, seen, draft })
}

export async function scheduleContent(
  ctx: DeskCtx,
  { path, draft, at, reason }: VerbInput<typeof contract.scheduleContent>,
): Promise<Result<ReplyOf<typeof contract.scheduleContent>, RefusalOf<typeof contract.scheduleContent>>> {
  await refreshContent(ctx)
  return scheduleDraft(ctx, path, { seen: draft, at: new Date(at), reason })
}

export async function unscheduleContent(
  ctx: DeskCtx,
  { path, draft, reason }: VerbInput<typeof contract.unscheduleContent>,
): Promise<Result<ReplyOf<typeof contract.unscheduleContent>, RefusalOf<typeof contract.unscheduleContent>>> {
  return unscheduleDraft(ctx, path, { seen: draft, reason })
}

export async function restoreContent(
  ctx: DeskCtx,
  { path, version, reason, seen }: VerbInput<typeof contract.restoreContent>,
): Promise<Result<ReplyOf<typeof contract.restoreContent>, RefusalOf<typeof contract.restoreContent>>> {
  return rollBackContent(ctx, path, { version, comment: reason, seen })
}
