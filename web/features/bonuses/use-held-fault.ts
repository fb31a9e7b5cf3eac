/** Why a bonus was not started or cancelled, in the server's words; what the player holds is read again. */
import { useQueryClient } from '@tanstack/react-query'
import * as HttpStatus from '#contract/statuses.ts'
import type { ApiError } from '../../api/client.ts'
import { invalidate } from '../../api/use-api.ts'
import { showToast } from '../../design/toast/toast-store.ts'
import { useAlert } from '../alerts/raise-alert.ts'
import { heldRoutes } from './held-request.ts'

export function useHeldFault(): (error: ApiError) => Promise<void> {
  const alert = useAlert()
  const client = useQueryClient()
  return async (error) => {
    // An operator, or another tab, may have ended it.
    void invalidate(client, ...Object.values(heldRoutes))
    const isRefusal = error.status !== HttpStatus.noAnswer && error.status < HttpStatus.internalServerError
    if (error.name === 'countryRestricted') await alert('payments', 'countryRestricted')
    else if (isRefusal && error.serverMessage) showToast({ type: 'error', title: error.serverMessage })
    else await alert('common', 'somethingWrong')
  }
}
