/** Endpoints of tournaments and the verbs behind them. */
import * as contract from '#contract/tournaments.ts'
import { bind } from '../../kernel/http/bind.ts'
import { enterTournament } from './enter-tournament.ts'
import { joinTournament } from './join-tournament.ts'
import { leaveTournament } from './leave-tournament.ts'
import { listTournaments } from './list-tournaments.ts'
import { readLeaderboard } from './read-leaderboard.ts'
import { readTournament } from './read-tournament.ts'

export const routes = [
  bind(contract.listTournaments, listTournaments),
  bind(contract.readTournament, readTournament),
  bind(contract.readLeaderboard, readLeaderboard),
  bind(contract.joinTournament, joinTournament),
  bind(contract.enterTournament, enterTournament),
  bind(contract.leaveTournament, leaveTournament),
]
