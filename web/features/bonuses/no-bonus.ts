/** "No bonus", once a player has chosen it, is the first choice of that player's later deposits in this browser. */
import { useApi } from '../../api/use-api.ts'
import { storedChoice } from '../wallet/stored-choice.ts'

const decliner = storedChoice('noBonus', 'local')

export type NoBonus = { isRemembered: boolean; isPending: boolean; remember(): void; forget(): void }

/** Remembered by player: others may use the same browser. */
export function useNoBonus(): NoBonus {
  const { data: profile, isPending } = useApi('GET /api/player/profile')
  const remembered = decliner.use()
  return {
    isRemembered: profile !== undefined && remembered === profile.id,
    isPending,
    remember: () => profile && decliner.write(profile.id),
    forget: () => decliner.write(null),
  }
}
