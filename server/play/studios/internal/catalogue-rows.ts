/** Rows of the catalogue as games of this product. */
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Deps, KernelDeps } from '../../../deps.ts'
import { jsonColumn } from '../../../kernel/db/json-column.ts'
import type { Tables } from '../../../kernel/db/tables.ts'
import { classicOf, featuresOf, kindOf } from '../../../partners/game-studio/catalogue.ts'
import type { StudioGame } from '../../../partners/game-studio/port.ts'
import { isAllowedPicture, pictureAddress } from '../../../reference/index.ts'

const Stakes = z.array(z.object({ currency: z.string(), min: z.int().positive(), max: z.int().positive() }))
const stakesOf = jsonColumn('studios.games.stakes', Stakes)

/**
 * Every game of a supplier. Without a stated return and volatility, which players see before they play, one is not
 * offered.
 */
export async function readGames({ db, settings, clock }: KernelDeps, supplier: string) {
  const rows = await db.kysely
    .selectFrom('studios.games')
    .selectAll()
    .select([
      sql<string | null>`to_char(released_on, 'YYYY-MM-DD')`.as('released'),
      sql<string | null>`to_char(retired_on, 'YYYY-MM-DD')`.as('retired'),
    ])
    .where('supplier', '=', supplier)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const today = clock.now().toISOString().slice(0, 10)
  return rows.map((row) => {
    const isRunning =
      row.is_enabled &&
      row.missing_since === null &&
      (row.released === null || row.released <= today) &&
      (row.retired === null || row.retired > today)
    return gameOf(settings, row, isRunning && row.rtp !== null && row.volatility !== null)
  })
}

type Row = Selectable<Tables['studios.games']> & { released: string | null }

function gameOf(settings: Deps['settings'], row: Row, isOffered: boolean): StudioGame {
  const rtp = row.rtp === null ? null : fractionOf(row.rtp)
  const keywords = [row.studio, row.category]
  return {
    slug: row.id,
    kind: kindOf(row.category),
    ...classicOf(row.category, row.name),
    volatility: (row.volatility ?? 'medium') as StudioGame['volatility'],
    rtp: Number(row.rtp ?? 0),
    rtpExact: rtp ?? { numerator: 0n, denominator: 1n },
    hitRate: null,
    deviation: null,
    maxWinMultiplier: row.max_win === null ? null : Number(row.max_win),
    mathsVersion: null,
    mathsHash: null,
    releasedOn: row.released,
    features: featuresOf(row.category, row.name),
    maker: { slug: row.studio_id, name: row.studio },
    tile: tileOf(settings, row.thumbnail),
    dominantColor: 'transparent',
    stakes: stakesOf(row.stakes),
    text: () => ({ name: row.name, description: '', rules: [], keywords }),
    outside: {
      code: row.code,
      category: row.category,
      platforms: row.platforms,
      blockedCountries: row.blocked_countries,
      currencies: row.currencies,
      languages: row.languages,
      hasFreeRounds: row.has_free_rounds,
      hasDemo: row.has_demo,
      isOffered,
    },
  }
}

/** The page policy allows no other host: a picture that this site does not serve is replaced. */
function tileOf(settings: Deps['settings'], picture: string | null): string {
  return picture !== null && isAllowedPicture(settings, picture) ? pictureAddress(settings, picture) : noPicture
}
const noPicture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 4"><rect width="3" height="4" fill="#2b2f45"/></svg>')}`

/** `96.5` as an exact fraction of 100 percent. */
function fractionOf(percent: string): { numerator: bigint; denominator: bigint } {
  const [whole, places = ''] = percent.split('.')
  return { numerator: BigInt(`${whole}${places}`), denominator: 100n * 10n ** BigInt(places.length) }
}
