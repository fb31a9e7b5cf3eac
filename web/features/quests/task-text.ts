/** Describes a task from its data: "Stake €25.00", "Play 20 rounds". */
import type { QuestTask } from '#contract/quests.ts'
import type { Translate } from '../../render/page.ts'
import { oddsText } from '../sports/odds-text.ts'

type Task = Pick<QuestTask, 'type' | 'quantity' | 'currency' | 'multiplier' | 'minOdds'>
type Money = (amount: number, currency: string) => string

export function taskText(
  { t, money, locale }: { t: Translate; money: Money; locale: string },
  { type, quantity, currency, multiplier, minOdds }: Task,
): string {
  const amount = type === 'stake' || type === 'deposit' ? money(quantity, currency) : ''
  return t(`task_${type}`, {
    amount,
    count: quantity,
    times: multiplier ?? 0,
    odds: minOdds ? oddsText(minOdds, locale) : '',
  })
}

/** Describes the progress of a task: "€12.00 of €25.00", "3 of 20". Returns null for a task with a single step. */
export function progressText(
  t: Translate,
  money: Money,
  { type, progress, quantity, currency }: Pick<QuestTask, 'type' | 'progress' | 'quantity' | 'currency'>,
): string | null {
  if (quantity === 1 && type !== 'stake' && type !== 'deposit') return null
  const shown = (value: number) => (type === 'stake' || type === 'deposit' ? money(value, currency) : String(value))
  return t('progressOf', { done: shown(progress), total: shown(quantity) })
}
