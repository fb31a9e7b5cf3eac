/** The funds of a real-money game: free spins with their progress, or cash with an active bonus. */
import type { PlayerBonus } from '#contract/bonuses.ts'
import type { FreeSpinsProgress, Funds, Game } from '#contract/games.ts'
import { useApi } from '../../api/use-api.ts'
import { percentAt } from '../bonuses/contribution.ts'
import { openBonusesRequest, playerBonusRoutes } from '../bonuses/player-bonus-request.ts'
import { useActiveBonus } from '../bonuses/use-active-bonus.ts'
import { useBetweenRounds } from '../wallet/running-rounds.ts'

type FundsInput = {
  game: Pick<Game, 'id' | 'kind'>
  currency: string | undefined
  funds: Funds | undefined
}
export type PlayFunds = {
  /** The free spins that are played, as of the last finished round. */
  spins: FreeSpinsProgress | undefined
  /** The number of remaining free spins of this game while cash is played. */
  waiting: number
  /** The active bonus as of the last finished round, because its end would reveal the result of the current one. */
  bonus: PlayerBonus | undefined
  /** How much of a stake in this game counts towards wagering. At 0, bonus money is not staked. */
  bonusPercent: number
  refresh(): void
}

export function usePlayFunds({ game, currency, funds }: FundsInput): PlayFunds {
  const isSpins = funds?.kind === 'freeSpins' && funds.stake !== undefined && currency !== undefined
  const isCash = funds !== undefined && !isSpins && currency !== undefined
  const progress = useApi(
    'GET /api/game/games/{id}/free-spins',
    { params: { id: game.id }, query: { currency: currency ?? '', stake: funds?.stake ?? 0 } },
    { enabled: isSpins, retry: false },
  )
  const freespins = useApi(playerBonusRoutes.freespin, openBonusesRequest, { enabled: isCash })
  const waiting = (freespins.data ?? [])
    .filter((spins) => spins.status === 2 && spins.gameId === game.id && spins.currency === currency)
    .reduce((sum, { count, used }) => sum + count - used, 0)
  const bonus = useBetweenRounds(useActiveBonus(currency, isCash))
  const launched: FreeSpinsProgress | undefined = isSpins
    ? {
        currency: currency,
        stake: funds.stake!,
        used: (funds.total ?? 0) - (funds.remaining ?? 0),
        total: funds.total ?? 0,
        won: 0,
      }
    : undefined
  return {
    spins: isSpins ? (progress.data ?? launched) : undefined,
    waiting: isCash ? waiting : 0,
    bonus,
    bonusPercent: bonus ? percentAt(bonus.contribution, game) : 100,
    refresh: () => void (isSpins && progress.refetch()),
  }
}
