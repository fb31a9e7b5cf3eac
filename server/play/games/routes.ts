import * as contract from '#contract/games.ts'
import * as published from '#contract/published-fairness.ts'
import * as realityChecks from '#contract/reality-checks.ts'
import { bind, bindPartner } from '../../kernel/http/bind.ts'
import { acknowledgeRealityCheck } from './acknowledge-reality-check.ts'
import { addFavorite } from './add-favorite.ts'
import { verifyStudioCall } from './internal/studio-call.ts'
import { listCollections } from './list-collections.ts'
import { listDrawKeys } from './list-draw-keys.ts'
import { listFavorites, listFavoritesFiltered } from './list-favorites.ts'
import { listGames } from './list-games.ts'
import { listLiveBets } from './list-live-bets.ts'
import { listMaths } from './list-maths.ts'
import { listOpenRounds } from './list-open-rounds.ts'
import { listPlayedGames } from './list-played-games.ts'
import { listProviders } from './list-providers.ts'
import { listRecommendedGames } from './list-recommended-games.ts'
import { listSeedPairs } from './list-seed-pairs.ts'
import { listSimilarGames } from './list-similar-games.ts'
import { listSpins } from './list-spins.ts'
import { listWinners } from './list-winners.ts'
import { playGame } from './play-game.ts'
import { readGame } from './read-game.ts'
import { readFreeSpins } from './read-free-spins.ts'
import { readLobby } from './read-lobby.ts'
import { readMaths } from './read-maths.ts'
import { readPlaySession } from './read-play-session.ts'
import { readPublishedFairness } from './read-published-fairness.ts'
import { readRealityCheck } from './read-reality-check.ts'
import { readRound } from './read-round.ts'
import { readProvider } from './read-provider.ts'
import { removeFavorite } from './remove-favorite.ts'
import { resetStatistics } from './reset-statistics.ts'
import { revealSeed } from './reveal-seed.ts'
import { setRealityCheckInterval } from './set-reality-check-interval.ts'
import { studioBalance } from './studio-balance.ts'
import { studioBet } from './studio-bet.ts'
import { studioRollback } from './studio-rollback.ts'
import { studioWin } from './studio-win.ts'

export const routes = [
  bind(contract.listCollections, listCollections),
  bind(contract.listProviders, listProviders),
  bind(contract.readProvider, readProvider),
  bind(contract.listGames, listGames),
  bind(contract.readLobby, readLobby),
  bind(contract.listFavorites, listFavorites),
  bind(contract.listFavoritesFiltered, listFavoritesFiltered),
  bind(contract.listPlayedGames, listPlayedGames),
  bind(contract.listRecommendedGames, listRecommendedGames),
  bind(contract.listOpenRounds, listOpenRounds),
  bind(contract.readGame, readGame),
  bind(contract.listSimilarGames, listSimilarGames),
  bind(contract.playGame, playGame),
  bind(contract.readPlaySession, readPlaySession),
  bind(contract.resetStatistics, resetStatistics),
  bind(realityChecks.readRealityCheck, readRealityCheck),
  bind(realityChecks.acknowledgeRealityCheck, acknowledgeRealityCheck),
  bind(realityChecks.setRealityCheckInterval, setRealityCheckInterval),
  bind(contract.readFreeSpins, readFreeSpins),
  bind(contract.addFavorite, addFavorite),
  bind(contract.removeFavorite, removeFavorite),
  bind(contract.listSpins, listSpins),
  bind(contract.readRound, readRound),
  bind(contract.revealSeed, revealSeed),
  bind(contract.listDrawKeys, listDrawKeys),
  bind(contract.listSeedPairs, listSeedPairs),
  bind(published.readPublishedFairness, readPublishedFairness),
  bind(published.listMaths, listMaths),
  bind(published.readMaths, readMaths),
  bind(contract.listWinners, listWinners),
  bind(contract.listLiveBets, listLiveBets),
  bindPartner(contract.studioBalance, verifyStudioCall, studioBalance),
  bindPartner(contract.studioBet, verifyStudioCall, studioBet),
  bindPartner(contract.studioWin, verifyStudioCall, studioWin),
  bindPartner(contract.studioRollback, verifyStudioCall, studioRollback),
]
