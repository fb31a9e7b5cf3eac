/** Endpoints of loyalty and the verbs behind them. */
import * as contract from '#contract/loyalty.ts'
import { bind } from '../../kernel/http/bind.ts'
import { listLevels } from './list-levels.ts'
import { readAccount } from './read-account.ts'
import { readRule } from './read-rule.ts'

export const routes = [
  bind(contract.readLoyaltyAccount, readAccount),
  bind(contract.listLoyaltyLevels, listLevels),
  bind(contract.readLoyaltyRule, readRule),
]
