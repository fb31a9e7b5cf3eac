/** Keeps the bonus selection valid: the list is refreshed half a second after the amount settles, then the rules decide. */
import { useState } from 'react'
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import type { DepositBonus, PlayerBonusCode } from '#contract/bonuses.ts'
import { invalidate, useApi } from '../../api/use-api.ts'
import {
  type BonusChoice,
  type BonusWish,
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
  /** Null until the offers are loaded, and where they could not be. */
  choice: BonusChoice | null
  /** A deposit submitted now would be one without the bonus that is about to be preselected. */
  isLoading: boolean
  /** Offers the player can choose; bonuses unlocked by codes are listed with their code. */
  bonuses: DepositBonus[]
  codes: PlayerBonusCode[]
  codeBonus: DepositBonus | undefined
  /** The bonus that a deposit submitted now would grant. */
  bonus: DepositBonus | undefined
  request: BonusWish
  choose(choice: BonusChoice): void
  /** A promo code was added, which selects its bonus. */
  codeAdded(): void
  /** The code entry was left, or the code removed: back to what holds without one. */
  leaveCode(): void
  /** The server's list is authoritative: everything is reloaded and decided again. */
  forget(): void
}

/** `amount` is null where the payer decides it, as with a crypto address. */
export function useBonusChoice(currency: string, amount: number | null): BonusChooserState {
  const client = useQueryClient()
  const preset = usePresetBonus()
  const settled = useSettled(amount, refreshMs)
  const { data, isPlaceholderData, isPending } = useApi(
    'GET /api/game/bonuses',
    { query: { currency, ...(settled === null ? {} : { amount: settled }) } },
    { placeholderData: keepPreviousData },
  )
  const codes = useApi('GET /api/game/bonuses/bonuscodes', { query: { trigger: depositTrigger } })
  const byDefault = useDeclineByDefault(amount === null)
  const noBonus = useNoBonus()
  const isDeclinedByDefault = byDefault.isDeclined || noBonus.isRemembered
  const list = data ?? []
  const held = codes.data ?? []
  const ofCodes = new Set(held.map(({ bonusId }) => bonusId))
  const bonuses = list.filter(({ id }) => !ofCodes.has(id))

  const [state, setState] = useState<{ choice: BonusChoice; list: DepositBonus[] } | null>(null)
  if (
    data &&
    !codes.isPending &&
    !byDefault.isPending &&
    !noBonus.isPending &&
    !isPlaceholderData &&
    state?.list !== data
  ) {
    const offered = { bonuses, currency, amount: settled }
    const choice = state
      ? choiceAfterChange(state.choice, offered, isDeclinedByDefault)
      : initialChoice({ ...offered, preset, isDeclinedByDefault, hasCode: held.length > 0 })
    setState({ choice, list: data })
  }
  const choice = state?.choice ?? null
  const codeBonus = list.find(({ id }) => ofCodes.has(id))
  const wanted =
    choice?.kind === 'bonus'
      ? bonuses.find(({ id }) => id === choice.id)
      : choice?.kind === 'code'
        ? codeBonus
        : undefined
  // The amount may have changed since the list was loaded.
  const bonus = wanted && fits(wanted, currency, amount) ? wanted : undefined
  return {
    choice,
    isLoading: !choice && (isPending || codes.isPending || byDefault.isPending || noBonus.isPending),
    bonuses,
    codes: held,
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
 * Content decides whether bonuses are declined by default, for all deposits or for those to an address, and so does a player
 * who did not want one at registration; otherwise a fitting one is preselected.
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
