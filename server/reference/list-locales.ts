import { ok, type Ok } from '#contract/endpoint.ts'
import type { Locale } from '#contract/settings.ts'
import type { Ctx } from '../deps.ts'
import { locales } from '../kernel/locales.ts'

export async function listLocales({ content }: Ctx): Promise<Ok<Locale[]>> {
  return ok(
    locales.map((locale) => {
      const { offer = '', dismiss = '' } = content.labels(locale.code, 'language')
      return { ...locale, offer: { text: offer, dismiss } }
    }),
  )
}
