import * as contract from '#contract/marketing.ts'
import { bind } from '../kernel/http/bind.ts'
import { unsubscribe } from './unsubscribe.ts'

export const routes = [bind(contract.unsubscribe, unsubscribe)]
