/** The addresses of the forms that work without scripts; those of the default locale have no prefix, as for pages. */
import { type EntranceKind, entrancePaths } from '#contract/pages.ts'
import { defaultLocale, locales } from '../../kernel/locales.ts'

export type EntrancePlace = { kind: EntranceKind; locale: string }

export const entrancePlaces: ReadonlyMap<string, EntrancePlace> = new Map(
  (Object.entries(entrancePaths) as Array<[EntranceKind, string]>).flatMap(([kind, path]) =>
    locales.map(({ code }): [string, EntrancePlace] => [
      code === defaultLocale ? path : `/${code}${path}`,
      { kind, locale: code },
    ]),
  ),
)
