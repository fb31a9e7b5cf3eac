/** What operators can switch off: games, studios, payment partners and methods, and the sportsbook, by the names of their switches. */
import type { Deps, KernelDeps } from '../../deps.ts'
import { defaultLocale } from '../../kernel/locales.ts'
import { currencies, knownCountries, sportsbookSwitch } from '../../reference/index.ts'
import { refreshGames } from './refresh-games.ts'

type Needs = KernelDeps & { partners: Pick<Deps['partners'], 'gameStudios' | 'payments'> }

/** Name of the switch, such as `game:dice`, -> title. */
export async function readFeatures(deps: Needs): Promise<Map<string, string>> {
  await refreshGames(deps)
  const { gameStudios } = deps.partners
  const games = gameStudios.flatMap(({ games: all }) => all)
  return new Map([
    [sportsbookSwitch, 'Sportsbook'],
    ...games.flatMap(({ maker }) => (maker ? [[`studio:${maker.slug}`, maker.name] as const] : [])),
    ...gameStudios.map(({ slug, name }) => [`studio:${slug}`, name] as const),
    ...deps.partners.payments.map(({ slug }) => [`partner:${slug}`, `All payments by ${slug}`] as const),
    ...methodsOf(deps),
    ...games.map((game) => [`game:${game.slug}`, game.text(defaultLocale).name] as const),
  ])
}

/** Name of the switch and title of each method; one that several partners offer has one switch. */
function methodsOf({ partners }: Needs): Array<[name: string, title: string]> {
  const queries = currencies.flatMap(({ code: currency }) =>
    [null, ...knownCountries()].map((country) => ({ currency, country })),
  )
  return partners.payments.flatMap((partner) => {
    const methods = queries.flatMap((query) => [...partner.depositMethods(query), ...partner.withdrawalMethods(query)])
    return [...new Set(methods.map(({ method }) => method))].map((method): [string, string] => {
      const name = partner.methodNames(method)[defaultLocale]
      return [`method:${method}`, name ? `${name} (${method})` : method]
    })
  })
}
