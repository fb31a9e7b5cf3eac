/** The state of each bonus in a package: available, issued, active or finished. */
import type { DepositBonus, PlayerBonus, PlayerFreespin } from '#contract/bonuses.ts'
import type { PlayerBonusOrSpins } from './player-bonuses.ts'

export type PackagePart =
  | { key: string; name: string; state: 'offered'; offer: DepositBonus }
  | { key: string; name: string; state: 'open' | 'over'; bonus: PlayerBonusOrSpins }

type PackageSources = { offers: DepositBonus[]; bonuses: PlayerBonus[]; freespins: PlayerFreespin[] }

/** Returns active bonuses first, then issued, offered and finished ones, each group newest first. */
export function partsOf(packageId: string, { offers, bonuses, freespins }: PackageSources): PackagePart[] {
  const all: PlayerBonusOrSpins[] = [
    ...bonuses.map((bonus) => ({ kind: 'bonus' as const, ...bonus })),
    ...freespins.map((freespin) => ({ kind: 'freespin' as const, ...freespin })),
  ]
  const inPackage = all
    .filter((item) => item.packageId === packageId)
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
  const part =
    (state: 'open' | 'over') =>
    (bonus: PlayerBonusOrSpins): PackagePart => ({ key: bonus.id, name: bonus.name, state, bonus })
  return [
    ...inPackage
      .filter(({ status }) => status < 3)
      .toSorted((a, b) => b.status - a.status)
      .map(part('open')),
    ...offers
      .filter((offer) => offer.package?.id === packageId)
      .map((offer): PackagePart => ({ key: offer.id, name: offer.name, state: 'offered', offer })),
    ...inPackage.filter(({ status }) => status === 3).map(part('over')),
  ]
}
