/** Every modal by its query key: access and allowed values. The views are in modal-chunks.ts. */
import type { ComponentType } from 'react'

export type ModalAccess = 'guest' | 'player' | 'all'
/** What a file in web/modals exports as `modal`. */
export type ModalModule = {
  View: ComponentType<ModalProps>
  /** Label areas, loaded beside the chunk. */
  labels?: string[]
  /** Width of the dialog; `narrow` 420 px, `wide` 760 px, `full` the whole window. */
  width?: 'narrow' | 'wide' | 'full'
  /** It has no close button: one of its actions ends it. */
  mustAnswer?: boolean
}
export type ModalProps = { value: string }
export type ModalEntry = {
  access: ModalAccess
  values?: readonly string[]
}

const guest = { access: 'guest' } as const
const player = { access: 'player' } as const
const all = { access: 'all' } as const

export const modals = {
  'sign-in': guest,
  'forgot-pass': guest,
  'reset-pass': guest,
  'sign-up': guest,

  wallet: { ...player, values: ['deposit', 'withdraw'] },
  'withdrawal-requested': player,
  'deposit-error': player,
  'deposit-success': player,
  'deposit-pending': player,
  'deposit-redirect': player,
  'equivalent-currency': player,
  'wallet-region': player,
  'quests-hub': player,
  'quest-rewards': player,
  'quest-tasks': player,
  'quest-task-games': player,
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
  'change-active-bonus': player,
  'cancel-active-bonus': player,
  'cancel-issued-bonus': player,
  'bonus-confirm-action': player,
  'cancel-unsettled-bonus': player,
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
