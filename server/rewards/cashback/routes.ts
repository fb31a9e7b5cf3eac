import * as contract from '#contract/bonuses.ts'
import { bind } from '../../kernel/http/bind.ts'
import { readCashback } from './read-cashback.ts'

export const routes = [bind(contract.readCashback, readCashback)]
