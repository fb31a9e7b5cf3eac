/** Shows why a bonus was not activated or cancelled, and reads the player's bonuses again. */
import { useQueryClient } from '@tanstack/react-query'
import * as HttpStatus from '#contract/statuses.ts'
import type { ApiError } from '../../api/client.ts'
import { invalidate } from '../../api/use-api.ts'
import { showToast } from '../../design/toast/toast-store.ts'
import { useAlert } from '../alerts/raise-alert.ts'
import { playerBonusRoutes } from './player-bonus-request.ts'

export function useBonusError(): (error: ApiError) => Promise<void> {
  const alert = useAlert()
  const client = useQueryClient()
  return async (error) => {
    // An operator or another tab may have ended the bonus.
    void invalidate(client, ...Object.values(playerBonusRoutes))
    const isRefusal = error.status !== HttpStatus.noAnswer && error.status < HttpStatus.internalServerError
    if (error.name === 'countryRestricted') await alert('payments', 'countryRestricted')
    else if (isRefusal && error.serverMessage) showToast({ type: 'error', title: error.serverMessage })
    else await alert('common', 'somethingWrong')
  }
}
