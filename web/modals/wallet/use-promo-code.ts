/**
 * Adds and removes promo codes. Wrong and unavailable codes are responses with their own status (specification, section
 * 8).
 */
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { PlayerBonusCode } from '#contract/bonuses.ts'
import { api, ApiError } from '../../api/client.ts'
import { invalidate } from '../../api/use-api.ts'
import { useAlert } from '../../features/alerts/raise-alert.ts'
import { depositTrigger } from './use-bonus-choice.ts'
import { trackWallet } from './funnel.ts'

const registrationTrigger = 1
const added = 1
/** Maps the status of a response to an alert. */
const alerts: Record<number, string> = { 3: 'bonusCodeIncorrect', 4: 'bonusCodeNotAvailable' }

type Post = (body: { bonusCode: string; trigger: number }) => Promise<{ status: number }>

/** Tries a code for registration and for deposits, because the player need not know which it is for. */
export async function tryCode(bonusCode: string, post: Post): Promise<{ isAdded: boolean; alert: string | undefined }> {
  let { status } = await post({ bonusCode, trigger: registrationTrigger })
  if (status !== added) ({ status } = await post({ bonusCode, trigger: depositTrigger }))
  return { isAdded: status === added, alert: alerts[status] }
}

export function usePromoCode() {
  const alert = useAlert()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const run = async (work: () => Promise<boolean>): Promise<boolean> => {
    setBusy(true)
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      await (error.name === 'tooManyAttempts'
        ? alert('bonuses', 'bonusCodeTooMany')
        : alert('common', 'somethingWrong'))
      return false
    } finally {
      setBusy(false)
      // The offers depend on the player's codes, so they are read again.
      await invalidate(client, 'GET /api/game/bonuses/bonuscodes', 'GET /api/game/bonuses')
    }
  }
  return {
    isBusy,
    add: (bonusCode: string) =>
      run(async () => {
        trackWallet('promoSent')
        const tried = await tryCode(bonusCode, (body) => api('POST /api/game/bonuses/bonuscodes', { body }))
        if (tried.alert) await alert('bonuses', tried.alert)
        return tried.isAdded
      }),
    remove: ({ playerBonusCodeId }: PlayerBonusCode) =>
      run(async () => {
        await api('DELETE /api/game/bonuses/bonuscodes', { body: { playerBonusCodeId } })
        return true
      }),
  }
}
