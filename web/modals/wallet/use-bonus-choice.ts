/** The state of the bonus selection. The list is read again half a second after the last change of the amount. */
import { useState } from 'react'
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import type { DepositBonus, PlayerBonusCode } from '#contract/bonuses.ts'
import { invalidate, useApi } from '../../api/use-api.ts'
import {
  type BonusChoice,
  type BonusRequestFields,
  choiceAfterChange,
  initialChoice,
  toRequest,
} from '../../features/bonuses/choice.ts'
import { useNoBonus } from '../../features/bonuses/no-bonus.ts'
import { usePresetBonus } from '../../features/bonuses/preset.ts'
import { fits } from '../../features/bonuses/terms.ts'
import { useLocale } from '../../render/labels.tsx'
import { useSettled } from './use-settled.ts'
import { trackWallet } from './funnel.ts'

const refreshMs = 500
export const depositTrigger = 3

export type BonusChooserState = {
  /** Null until the offers are loaded, and if they cannot be loaded. */
  choice: BonusChoice | null
  /** The offers are loading, so a deposit now would miss the bonus that is about to be preselected. */
  isLoading: boolean
  /** Offers that the player can choose, without bonuses of codes, which are listed with their code. */
  bonuses: DepositBonus[]
  /** The amount of the deposit; null if it is not known in advance. */
  amount: number | null
  /** Offers that another amount would unlock. */
  unlockable: DepositBonus[]
  codes: PlayerBonusCode[]
  codeBonus: DepositBonus | undefined
  /** The bonus that a deposit submitted now would grant. */
  bonus: DepositBonus | undefined
  request: BonusRequestFields
  choose(choice: BonusChoice): void
  /** Called after a promo code was added, which selects its bonus. */
  codeAdded(): void
  /** Called after the code was removed or its entry was closed; restores the initial choice. */
  leaveCode(): void
  /** Reads everything again and resets the choice, after the server has refused it. */
  forget(): void
}

/** `amount` is null if it is not known in advance, as with a crypto address. */
export function useBonusChoice(currency: string, amount: number | null): BonusChooserState {
  const client = useQueryClient()
  const preset = usePresetBonus()
  const settled = useSettled(amount, refreshMs)
  const { data, isPlaceholderData, isPending } = useApi(
    'GET /api/game/bonuses',
    { query: { currency, ...(settled === null ? {} : { amount: settled }) } },
    { placeholderData: keepPreviousData },
  )
  const { data: ofAnyAmount = [] } = useApi('GET /api/game/bonuses', { query: { currency } })
  const codes = useApi('GET /api/game/bonuses/bonuscodes', { query: { trigger: depositTrigger } })
  const contentDefault = useDeclineByDefault(amount === null)
  const noBonus = useNoBonus()
  const isDeclinedByDefault = contentDefault.isDeclined || noBonus.isRemembered
  const list = data ?? []
  const playerCodes = codes.data ?? []
  const bonusIdsOfCodes = new Set(playerCodes.map(({ bonusId }) => bonusId))
  const bonuses = list.filter(({ id }) => !bonusIdsOfCodes.has(id))

  const [state, setState] = useState<{ choice: BonusChoice; list: DepositBonus[] } | null>(null)
  if (
    data &&
    !codes.isPending &&
    !contentDefault.isPending &&
    !noBonus.isPending &&
    !isPlaceholderData &&
    state?.list !== data
  ) {
    const offered = { bonuses, currency, amount: settled }
    const choice = state
      ? choiceAfterChange(state.choice, offered, isDeclinedByDefault)
      : initialChoice({ ...offered, preset, isDeclinedByDefault, hasCode: playerCodes.length > 0 })
    setState({ choice, list: data })
  }
  const choice = state?.choice ?? null
  const codeBonus = list.find(({ id }) => bonusIdsOfCodes.has(id))
  const chosenBonus =
    choice?.kind === 'bonus'
      ? bonuses.find(({ id }) => id === choice.id)
      : choice?.kind === 'code'
        ? codeBonus
        : undefined
  // The amount may have changed since the list was loaded, so the bonus is checked again.
  const bonus = chosenBonus && fits(chosenBonus, currency, amount) ? chosenBonus : undefined
  return {
    choice,
    isLoading: !choice && (isPending || codes.isPending || contentDefault.isPending || noBonus.isPending),
    bonuses,
    amount,
    unlockable: ofAnyAmount.filter(
      (offer) => !bonusIdsOfCodes.has(offer.id) && amount !== null && !fits(offer, currency, amount),
    ),
    codes: playerCodes,
    codeBonus,
    bonus,
    request: toRequest(choice, bonus),
    choose(next) {
      if (next.kind === 'bonus') trackWallet('selectBonus')
      if (next.kind === 'declined') trackWallet('declineBonuses')
      if (next.kind === 'bonus') noBonus.forget()
      if (next.kind === 'declined' && next.by === 'player') noBonus.remember()
      if (next.kind === 'code' && choice?.kind !== 'code') trackWallet('promoOpen')
      setState({ choice: next, list })
    },
    codeAdded: noBonus.forget,
    leaveCode() {
      const offered = { bonuses, currency, amount: settled }
      setState({ choice: initialChoice({ ...offered, preset, isDeclinedByDefault, hasCode: false }), list })
    },
    forget() {
      setState(null)
      void invalidate(client, 'GET /api/game/bonuses')
    },
  }
}

type WalletContent = { isBonusDeclined?: boolean; isCryptoBonusDeclined?: boolean }
/**
 * Returns whether bonuses are declined by default: if content says so, for all deposits or for those to an address, or
 * if the player declined bonuses at registration.
 */
function useDeclineByDefault(isAddress: boolean): { isDeclined: boolean; isPending: boolean } {
  const locale = useLocale()
  const { data: profile } = useApi('GET /api/player/profile')
  const { data, isPending } = useApi('GET /api/content/{locale}/{directory}', {
    params: { locale, directory: 'modals' },
  })
  const wallet = data?.wallet as WalletContent | undefined
  return {
    isDeclined:
      profile?.details.receiveBonus === '0' ||
      wallet?.isBonusDeclined === true ||
      (isAddress && wallet?.isCryptoBonusDeclined === true),
    isPending,
  }
}
