import { ok, type Ok } from '#contract/endpoint.ts'
import type { Locale } from '#contract/settings.ts'
import { locales } from './locales.ts'

export async function listLocales(): Promise<Ok<Locale[]>> {
  return ok([...locales])
}
