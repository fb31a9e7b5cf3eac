/** Tells a player about a limit, break or exclusion that an operator has set. */
import { isEndless } from '#contract/break-ends.ts'
import { LimitDefinition } from '#contract/limits.ts'
import type { TextDeps, Tx } from '../../deps.ts'
import { readLocale, tellOfAct } from '../../identity/index.ts'
import { limitWords } from '../limit-words.ts'
import type { LimitRow } from './rows.ts'

const target = { kind: 'page', path: '/profile/limits' } as const

export async function tellOfLimit(tx: Tx, deps: TextDeps, row: LimitRow): Promise<void> {
  const { player_id: playerId, definition, period, currency, amount, ends_at: until } = row
  if (amount !== null) {
    const values = limitWords(deps, await readLocale(tx, playerId), { definition, period, currency, amount })
    return tellOfAct(tx, deps, playerId, { act: 'limitSet', values: values!, target })
  }
  if (until === null || isEndless(until.toISOString()))
    return tellOfAct(tx, deps, playerId, { act: 'exclusionSetForGood', target })
  const act = definition === LimitDefinition.coolingOff ? 'breakSet' : 'exclusionSet'
  return tellOfAct(tx, deps, playerId, { act, values: { until }, target })
}
