/** Adds and removes promo codes. Wrong and unavailable codes are responses with their own status (specification, section 8). */
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
/** Response status -> alert. */
const alerts: Record<number, string> = { 3: 'bonusCodeIncorrect', 4: 'bonusCodeNotAvailable' }

async function send(bonusCode: string, trigger: number): Promise<number> {
  return (await api('POST /api/game/bonuses/bonuscodes', { body: { bonusCode, trigger } })).status
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
      // The offers depend on the player's codes.
      await invalidate(client, 'GET /api/game/bonuses/bonuscodes', 'GET /api/game/bonuses')
    }
  }
  return {
    isBusy,
    /** A code may be for registration or for deposits; players need not know which. */
    add: (bonusCode: string) =>
      run(async () => {
        trackWallet('promoSent')
        const first = await send(bonusCode, registrationTrigger)
        const status = first === added ? first : await send(bonusCode, depositTrigger)
        const name = alerts[status]
        if (name) await alert('bonuses', name)
        return status === added
      }),
    remove: ({ playerBonusCodeId }: PlayerBonusCode) =>
      run(async () => {
        await api('DELETE /api/game/bonuses/bonuscodes', { body: { playerBonusCodeId } })
        return true
      }),
  }
}
