/** The jackpots of the site, and the player's part in one of them. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { percentOf, type Ratio } from '#contract/jackpot-odds.ts'
import type { Jackpot, OwnJackpot, Ticket } from '#contract/jackpots.ts'
import { api } from '../../api/client.ts'
import { apiKey, useApi } from '../../api/use-api.ts'
import { showToast } from '../../design/toast/toast-store.ts'
import { useLabels, useLocale } from '../../render/labels.tsx'
import { formatPercent } from '../games/figures.ts'
import { useActiveAccount } from '../wallet/accounts.ts'
import { useBetweenRounds } from '../wallet/running-rounds.ts'

/** The pots grow with each round of anybody. Where no jackpot is open, nothing is read again. */
const refreshMs = 5_000

export function useOpenJackpots(): Jackpot[] | undefined {
  const { data } = useApi('GET /api/game/jackpots', undefined, {
    refetchInterval: ({ state }) => (state.data?.length ? refreshMs : false),
  })
  // A pot that falls would reveal the result of the player's own round.
  return useBetweenRounds(data)
}

/** That of the active account; of a guest, the first one. */
export function usePlayersJackpot(): Jackpot | undefined {
  const currency = useActiveAccount()?.currency
  const open = useOpenJackpots()
  return currency === undefined ? open?.[0] : open?.find((each) => each.currency === currency)
}

type Change = 'join' | 'leave' | 'reveal'
export type OwnPart = {
  own: OwnJackpot | undefined
  isPending: boolean
  isBusy: boolean
  change(what: Change): Promise<void>
}

export function useOwnJackpot(currency: string | undefined, isSignedIn = true): OwnPart {
  const t = useLabels('jackpots')
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const request = { params: { currency: currency ?? '' } }
  const { data: own, isPending } = useApi('GET /api/game/jackpots/{currency}/own', request, {
    enabled: isSignedIn && currency !== undefined,
    refetchInterval: ({ state }) => (state.data?.jackpot ? refreshMs : false),
  })
  return {
    own,
    isPending,
    isBusy,
    async change(what) {
      const jackpotId = own?.jackpot?.id
      setBusy(true)
      try {
        const next =
          what === 'leave'
            ? await api('POST /api/game/jackpots/{currency}/leave', request)
            : what === 'reveal'
              ? await api('POST /api/game/jackpots/{currency}/reveal', { ...request, body: { clientSeed: newSeed() } })
              : jackpotId &&
                (await api('POST /api/game/jackpots/{currency}/join', {
                  ...request,
                  body: { jackpotId, clientSeed: newSeed() },
                }))
        if (next) client.setQueryData(apiKey('GET /api/game/jackpots/{currency}/own', request), next)
      } catch (error) {
        showToast({ type: 'error', title: t('failed'), description: (error as Error).message })
      } finally {
        setBusy(false)
      }
    },
  }
}

/** Drawn here, so that the house cannot choose it. */
const newSeed = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

export function usePercent(): (ratio: Ratio | number) => string {
  const locale = useLocale()
  return (ratio) => formatPercent(typeof ratio === 'number' ? ratio : percentOf(ratio), locale)
}

export const prizeOf = ({ draw }: Ticket): number => draw?.won.reduce((sum, each) => sum + each, 0) ?? 0
