/** Endpoints of sports and the verbs behind them. */
import * as contract from '#contract/sportsbook.ts'
import { bind, bindPartner } from '../kernel/http/bind.ts'
import { acceptBet } from './accept-bet.ts'
import { authenticateClient } from './authenticate-client.ts'
import { cashOutBet } from './cash-out-bet.ts'
import { declineBet } from './decline-bet.ts'
import { editBet } from './edit-bet.ts'
import { verifySportsbookCall } from './internal/calls.ts'
import { findEvents } from './find-events.ts'
import { listBets } from './list-bets.ts'
import { listSports } from './list-sports.ts'
import { placeBet } from './place-bet.ts'
import { readClientBalance } from './read-client-balance.ts'
import { receiveProviderCall } from './receive-provider-call.ts'
import { renewSportsbookToken } from './renew-sportsbook-token.ts'
import { settleBet } from './settle-bet.ts'
import { startSportsbook } from './start-sportsbook.ts'
import { unsettleBet } from './unsettle-bet.ts'
import { voidBet } from './void-bet.ts'

export const routes = [
  bind(contract.startSportsbook, startSportsbook),
  bind(contract.renewSportsbookToken, renewSportsbookToken),
  bind(contract.listSports, listSports),
  bind(contract.findSportsEvents, findEvents),
  bind(contract.listBets, listBets),
  bindPartner(contract.authenticateClient, verifySportsbookCall, authenticateClient),
  bindPartner(contract.readClientBalance, verifySportsbookCall, readClientBalance),
  bindPartner(contract.placeBet, verifySportsbookCall, placeBet),
  bindPartner(contract.acceptBet, verifySportsbookCall, acceptBet),
  bindPartner(contract.declineBet, verifySportsbookCall, declineBet),
  bindPartner(contract.settleBet, verifySportsbookCall, settleBet),
  bindPartner(contract.unsettleBet, verifySportsbookCall, unsettleBet),
  bindPartner(contract.cashOutBet, verifySportsbookCall, cashOutBet),
  bindPartner(contract.editBet, verifySportsbookCall, editBet),
  bindPartner(contract.receiveProviderCall, verifySportsbookCall, receiveProviderCall),
  bindPartner(contract.voidBet, verifySportsbookCall, voidBet),
]
