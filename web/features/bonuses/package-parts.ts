/** The state of each bonus in a package: available, issued, active or finished. */
import type { DepositBonus, PlayerBonus, PlayerFreespin } from '#contract/bonuses.ts'
import type { Held } from './held.ts'

export type PackagePart =
  | { key: string; name: string; state: 'offered'; offer: DepositBonus }
  | { key: string; name: string; state: 'held' | 'over'; held: Held }

type PackageSources = { offers: DepositBonus[]; bonuses: PlayerBonus[]; freespins: PlayerFreespin[] }

/** Active first, then issued, available, and finished, newest first. */
export function partsOf(packageId: string, { offers, bonuses, freespins }: PackageSources): PackagePart[] {
  const given: Held[] = [
    ...bonuses.map((each) => ({ kind: 'bonus' as const, ...each })),
    ...freespins.map((each) => ({ kind: 'freespin' as const, ...each })),
  ]
  const own = given
    .filter((each) => each.packageId === packageId)
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
  const part =
    (state: 'held' | 'over') =>
    (held: Held): PackagePart => ({ key: held.id, name: held.name, state, held })
  return [
    ...own
      .filter(({ status }) => status < 3)
      .toSorted((a, b) => b.status - a.status)
      .map(part('held')),
    ...offers
      .filter((offer) => offer.package?.id === packageId)
      .map((offer): PackagePart => ({ key: offer.id, name: offer.name, state: 'offered', offer })),
    ...own.filter(({ status }) => status === 3).map(part('over')),
  ]
}
