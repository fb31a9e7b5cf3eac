/** Remembers in this browser that a player chose "No bonus", which is then preselected for later deposits. */
import { useApi } from '../../api/use-api.ts'
import { storedChoice } from '../wallet/stored-choice.ts'

const decliner = storedChoice('noBonus', 'local')

export type NoBonus = { isRemembered: boolean; isPending: boolean; remember(): void; forget(): void }

/** The choice is stored with the player's id, because others may use the same browser. */
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
