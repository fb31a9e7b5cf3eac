/** Resends the confirmation mail and reports the result (specification, section 8). */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiError, api } from '../../api/client.ts'
import { invalidate } from '../../api/use-api.ts'
import { useAlert } from '../alerts/raise-alert.ts'

const profile = 'GET /api/player/profile'

export function useResendConfirmation(): { isBusy: boolean; resend: () => Promise<void> } {
  const alert = useAlert()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const resend = async () => {
    setBusy(true)
    const outcome = await api('POST /api/player/profile/confirmations/email/resend').then(
      () => 'sent',
      (error: ApiError) => error.name,
    )
    // The address was confirmed elsewhere, so the profile in the cache is outdated.
    if (outcome === 'alreadyConfirmed') await invalidate(client, profile)
    if (outcome === 'alreadyConfirmed') void alert('profile', 'emailConfirmed')
    else if (outcome === 'sent') void alert('profile', 'resentVerification')
    else void alert('common', 'somethingWrong')
    setBusy(false)
  }
  return { isBusy, resend }
}
