import * as contract from '#contract/limits.ts'
import { bind } from '../kernel/http/bind.ts'
import { addLimit } from './add-limit.ts'
import { changeLimit } from './change-limit.ts'
import { listLimits } from './list-limits.ts'
import { readProtection } from './read-protection.ts'
import { readTurnoverWager } from './read-turnover-wager.ts'
import { removeLimit } from './remove-limit.ts'

export const routes = [
  bind(contract.listLimits, listLimits),
  bind(contract.readProtection, readProtection),
  bind(contract.addLimit, addLimit),
  bind(contract.changeLimit, changeLimit),
  bind(contract.removeLimit, removeLimit),
  bind(contract.readTurnoverWager, readTurnoverWager),
]
