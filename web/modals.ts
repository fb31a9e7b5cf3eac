/** Every modal by its query key: access and allowed values. Its view is the file of this name in modals/. */
import type { ComponentType } from 'react'

export type ModalAccess = 'guest' | 'player' | 'all'
/** What a file in web/modals exports as `modal`. */
export type ModalModule = {
  View: ComponentType<ModalProps>
  /** Label areas, loaded in parallel with the chunk. */
  labels?: string[]
  /** The modal has no close button; only its own actions close it. */
  mustAnswer?: boolean
}
/** `modalKey` is the key by which the modal was opened. */
export type ModalProps = { value: string; modalKey?: ModalKey }
export type ModalEntry = {
  access: ModalAccess
  values?: readonly string[]
  /** The key whose view is shown. */
  view?: string
  /** The dialog is 760 px wide and fills a phone, also while its view loads; others are 420 px. */
  isWide?: boolean
}

const guest = { access: 'guest' } as const
const player = { access: 'player' } as const
const wideGuest = { ...guest, isWide: true } as const
const widePlayer = { ...player, isWide: true } as const
const all = { access: 'all' } as const
const bonusQuestion = { ...player, view: 'bonus-confirm-action' } as const

export const modals = {
  'sign-in': wideGuest,
  'forgot-pass': guest,
  'reset-pass': guest,
  'sign-up': wideGuest,

  wallet: { ...widePlayer, values: ['deposit', 'withdraw'] },
  'withdrawal-requested': player,
  'deposit-error': player,
  'deposit-success': player,
  'deposit-pending': player,
  'deposit-redirect': player,
  'equivalent-currency': player,
  'wallet-region': player,
  'quests-hub': widePlayer,
  'quest-rewards': player,
  'quest-tasks': player,
  'quest-task-games': widePlayer,
  'wallet-bonus-info': player,
  'loyalty-level': player,
  'tournament-entry': player,
  'turn-over-wager': player,
  'add-cash-limit': player,
  'edit-cash-limit': player,
  'game-limit-reached': player,
  'self-exclusion-limit': player,
  'reality-check': player,
  'bonus-cancel-lock': player,
  'change-active-bonus': bonusQuestion,
  'cancel-active-bonus': bonusQuestion,
  'cancel-issued-bonus': bonusQuestion,
  'bonus-confirm-action': player,
  'cancel-unsettled-bonus': bonusQuestion,
  'package-bonus': player,
  'bonus-details': player,
  'max-bets': player,
  'restricted-bets': player,

  'sign-up-cancel': all,
  'cancel-deposit': all,
  'profile-confirmed': all,
  'mobile-game': all,
  'loyalty-earn': all,
  'demo-game': all,
  categories: all,
  providers: all,
  'geo-restricted-game': all,
  'geo-restricted-type': all,
  success: all,
} satisfies Record<string, ModalEntry>

export type ModalKey = keyof typeof modals
export type ModalValue<K extends ModalKey> = K extends 'wallet' ? 'deposit' | 'withdraw' : string

export function isModalKey(key: string): key is ModalKey {
  return Object.hasOwn(modals, key)
}
