/** Endpoints of swaps and the verbs behind them. */
import * as contract from '#contract/swaps.ts'
import { bind } from '../../kernel/http/bind.ts'
import { confirmSwap } from './confirm-swap.ts'
import { quoteSwap } from './quote-swap.ts'
import { readSwapTerms } from './read-swap-terms.ts'

export const routes = [
  bind(contract.readSwapTerms, readSwapTerms),
  bind(contract.quoteSwap, quoteSwap),
  bind(contract.confirmSwap, confirmSwap),
]
