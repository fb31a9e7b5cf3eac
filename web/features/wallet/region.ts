/** The payment region: the player's country of residence, unless another was chosen in this tab; a guest's own country. */
import { useApi } from '../../api/use-api.ts'
import { useVisitor } from '../../render/router.tsx'
import { storedChoice } from './stored-choice.ts'

export const chosenRegion = storedChoice('paymentRegion', 'session')

export function usePaymentRegion(): {
  country: string | null
  /** False while the player's country is being read, so that the methods of another country never appear first. */
  isKnown: boolean
  choose: (country: string) => void
} {
  const { init, isSignedIn } = useVisitor()
  const chosen = chosenRegion.use()
  const { data: profile, isPending } = useApi('GET /api/player/profile', undefined, { enabled: isSignedIn })
  return {
    country: chosen ?? profile?.country ?? init.country,
    isKnown: chosen !== null || !isSignedIn || !isPending,
    choose: (country) => chosenRegion.write(country),
  }
}
