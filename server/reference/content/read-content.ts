import { ok, refuse, type Result, type VerbInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/content.ts'
import type { Ctx } from '../../deps.ts'
import { withPictureAddresses } from './outside-pictures.ts'

export async function readContent(
  ctx: Ctx,
  { locale, directory }: VerbInput<typeof contract.readContent>,
): Promise<Result<Record<string, unknown>, 'unknownLocale'>> {
  if (!ctx.content.locales.includes(locale)) return refuse('unknownLocale')
  return ok(withPictureAddresses(ctx.settings, ctx.content.read(locale, directory)))
}
