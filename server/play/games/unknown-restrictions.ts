/** Ids in `RESTRICTED_GAMES` that restrict nothing, such as a misspelt one. */
import type { Deps } from '../../deps.ts'
import { restrictable } from '../../reference/index.ts'
import { findGame } from './internal/catalogue.ts'

export function unknownRestrictions({ settings, partners }: Deps): string[] {
  const others: string[] = Object.values(restrictable)
  return [...settings.restrictedGames.keys()].filter(
    (id) =>
      !others.includes(id) &&
      !findGame({ partners }, id) &&
      !partners.gameStudios.some(({ outside }) => outside?.find(id)),
  )
}
