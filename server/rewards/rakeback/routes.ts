/** Endpoints of rakeback and the verbs behind them. */
import * as contract from '#contract/rakeback.ts'
import { bind } from '../../kernel/http/bind.ts'
import { claimRakeback } from './claim-rakeback.ts'
import { readRakeback } from './read-rakeback.ts'

export const routes = [bind(contract.readRakeback, readRakeback), bind(contract.claimRakeback, claimRakeback)]
