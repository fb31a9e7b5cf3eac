import { ok, refuse, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { StaticPage } from '#contract/content.ts'
import type * as contract from '#contract/content.ts'
import type { Ctx } from '../../deps.ts'
import type { Settings } from '../../settings.ts'
import { PageFile } from './internal/check-file.ts'
import { fillPeriods } from './internal/fill-periods.ts'
import { parseText } from './internal/parse-text.ts'

export async function readPage(
  ctx: Ctx,
  { locale, identity }: VerbInput<typeof contract.readPage>,
): Promise<Result<StaticPage, 'unknownLocale' | 'pageNotFound'>> {
  if (!ctx.content.locales.includes(locale)) return refuse('unknownLocale')
  const pages = ctx.content.read(locale, 'pages')
  const file = Object.hasOwn(pages, identity) ? PageFile.safeParse(pages[identity]) : null
  if (!file?.success) return refuse('pageNotFound')
  return ok(presentPage(identity, file.data, locale, ctx.settings))
}

export function presentPage(
  identity: string,
  { body, ...page }: PageFile,
  locale: string,
  settings: Pick<Settings, 'chat' | 'affiliateTagDays'>,
): StaticPage {
  return { identity, ...page, blocks: parseText(fillPeriods(body, locale, settings)) }
}
