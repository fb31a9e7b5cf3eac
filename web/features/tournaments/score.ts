/** Scores as text: amounts, counts and multipliers. */
import type { ScoreKind, Tournament } from '#contract/tournaments.ts'
import { useMoney } from '../../design/money/money.tsx'
import { numberFormat } from '../../render/formats.ts'
import { useLocale } from '../../render/labels.tsx'

/** Returns a formatter: 1250 becomes €12.50, 1,250 or 12.50×, depending on what the tournament counts. */
export function useScore({ rules, currency }: Pick<Tournament, 'rules' | 'currency'>): (score: number) => string {
  const locale = useLocale()
  const money = useMoney()
  const isAmount: Record<ScoreKind, boolean> = {
    stake: true,
    net: true,
    rounds: false,
    multiplier: false,
    multipliers: false,
    equalised: false,
  }
  return (score) => {
    if (isAmount[rules.score]) return money(score, currency)
    if (rules.score === 'rounds') return numberFormat(locale).format(score)
    const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
    return `${numberFormat(locale, digits).format(score / 100)}×`
  }
}
