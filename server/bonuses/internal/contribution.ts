/** How much of a stake counts towards a wagering requirement. The posting function decides by the same rule. */
import type * as contract from '#contract/bonuses.ts'
import type { TermsKind } from '../../partners/game-studio/port.ts'
import type { Contribution } from '../offer-kind.ts'

export function percentAt(
  { kinds, games }: Contribution,
  { gameId, gameKind }: { gameId: string; gameKind: TermsKind },
) {
  return games[gameId] ?? kinds[gameKind]
}

export function presentContribution({ kinds, games, sports }: Contribution): contract.Contribution {
  return {
    kinds: Object.entries(kinds).map(([kind, percent]) => ({ kind: kind as TermsKind, percent })),
    games: Object.entries(games).map(([gameId, percent]) => ({ gameId, percent })),
    ...(sports && { sports }),
  }
}
