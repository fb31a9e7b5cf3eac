/** Returns the stakes of open rounds and sports bets in a currency: money that has left the balance and is not decided. */
import { useApi } from '../../api/use-api.ts'
import { useVisitor } from '../../render/router.tsx'
import { useBetweenRounds } from './running-rounds.ts'

export function useInPlay(currency: string | undefined): number {
  const { isSignedIn } = useVisitor()
  const { data } = useApi('GET /api/wallet/in-play', undefined, { enabled: isSignedIn })
  const own = data?.find((each) => each.currency === currency)
  // While a round runs, a change would reveal its end.
  return useBetweenRounds(own ? own.rounds + own.bets : 0)
}
