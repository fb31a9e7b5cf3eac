/**
 * Every modal by its query key: access, allowed values, and view. A key without a view
 * yet is listed with its access and counts as unavailable.
 */
import type { ComponentType } from 'react'

export type ModalAccess = 'guest' | 'player' | 'all'
/** What a file in web/modals exports as `modal`. */
export type ModalModule = {
  View: ComponentType<ModalProps>
  /** Label areas, loaded beside the chunk. */
  labels?: string[]
  /** Width of the dialog; `narrow` 420 px, `wide` 760 px, `full` the whole window. */
  width?: 'narrow' | 'wide' | 'full'
}
export type ModalProps = { value: string }
export type ModalEntry = {
  access: ModalAccess
  values?: readonly string[]
  view?: () => Promise<{ modal: ModalModule }>
}

const later = { player: { access: 'player' }, all: { access: 'all' } } as const satisfies Record<string, ModalEntry>

type Confirmation =
  | 'change-active-bonus'
  | 'cancel-active-bonus'
  | 'cancel-issued-bonus'
  | 'cancel-unsettled-bonus'
  | 'bonus-confirm-action'
/** One view for all of them, with the question as a parameter. */
const confirmation = (key: Confirmation) => () =>
  import('./modals/bonus-confirm-action/bonus-confirm-action.tsx').then(({ modalFor }) => ({ modal: modalFor(key) }))

export const modals = {
  'sign-in': { access: 'guest', view: () => import('./modals/sign-in/sign-in.tsx') },
  'forgot-pass': { access: 'guest', view: () => import('./modals/forgot-pass/forgot-pass.tsx') },
  'reset-pass': { access: 'guest', view: () => import('./modals/reset-pass/reset-pass.tsx') },
  'sign-up': { access: 'guest', view: () => import('./modals/sign-up/sign-up.tsx') },

  wallet: { access: 'player', values: ['deposit', 'withdraw'], view: () => import('./modals/wallet/wallet.tsx') },
  'withdrawal-requested': {
    access: 'player',
    view: () => import('./modals/withdrawal-requested/withdrawal-requested.tsx'),
  },
  'deposit-error': { access: 'player', view: () => import('./modals/deposit-error/deposit-error.tsx') },
  'deposit-success': { access: 'player', view: () => import('./modals/deposit-success/deposit-success.tsx') },
  'deposit-pending': { access: 'player', view: () => import('./modals/deposit-pending/deposit-pending.tsx') },
  'deposit-redirect': { access: 'player', view: () => import('./modals/deposit-redirect/deposit-redirect.tsx') },
  'equivalent-currency': {
    access: 'player',
    view: () => import('./modals/equivalent-currency/equivalent-currency.tsx'),
  },
  'wallet-region': { access: 'player', view: () => import('./modals/wallet-region/wallet-region.tsx') },
  'quests-hub': later.player,
  'quest-rewards': later.player,
  'quest-tasks': later.player,
  'quest-task-games': later.player,
  'wallet-bonus-info': { access: 'player', view: () => import('./modals/wallet-bonus-info/wallet-bonus-info.tsx') },
  'loyalty-level': later.player,
  'turn-over-wager': { access: 'player', view: () => import('./modals/turn-over-wager/turn-over-wager.tsx') },
  'add-cash-limit': { access: 'player', view: () => import('./modals/add-cash-limit/add-cash-limit.tsx') },
  'edit-cash-limit': { access: 'player', view: () => import('./modals/edit-cash-limit/edit-cash-limit.tsx') },
  'game-limit-reached': { access: 'player', view: () => import('./modals/game-limit-reached/game-limit-reached.tsx') },
  'self-exclusion-limit': {
    access: 'player',
    view: () => import('./modals/self-exclusion-limit/self-exclusion-limit.tsx'),
  },
  'bonus-cancel-lock': { access: 'player', view: () => import('./modals/bonus-cancel-lock/bonus-cancel-lock.tsx') },
  // These three share the screen of bonus-confirm-action.
  'change-active-bonus': { access: 'player', view: confirmation('change-active-bonus') },
  'cancel-active-bonus': { access: 'player', view: confirmation('cancel-active-bonus') },
  'cancel-issued-bonus': { access: 'player', view: confirmation('cancel-issued-bonus') },
  'bonus-confirm-action': { access: 'player', view: confirmation('bonus-confirm-action') },
  'cancel-unsettled-bonus': { access: 'player', view: confirmation('cancel-unsettled-bonus') },
  'package-bonus': { access: 'player', view: () => import('./modals/package-bonus/package-bonus.tsx') },
  'bonus-details': { access: 'player', view: () => import('./modals/bonus-details/bonus-details.tsx') },
  'max-bets': { access: 'player', view: () => import('./modals/max-bets/max-bets.tsx') },
  'restricted-bets': { access: 'player', view: () => import('./modals/restricted-bets/restricted-bets.tsx') },

  'sign-up-cancel': { access: 'all', view: () => import('./modals/sign-up-cancel/sign-up-cancel.tsx') },
  'cancel-deposit': { access: 'all', view: () => import('./modals/cancel-deposit/cancel-deposit.tsx') },
  'profile-confirmed': { access: 'all', view: () => import('./modals/profile-confirmed/profile-confirmed.tsx') },
  'mobile-game': { access: 'all', view: () => import('./modals/mobile-game/mobile-game.tsx') },
  'loyalty-earn': later.all,
  'demo-game': { access: 'all', view: () => import('./modals/demo-game/demo-game.tsx') },
  categories: { access: 'all', view: () => import('./modals/categories/categories.tsx') },
  providers: { access: 'all', view: () => import('./modals/providers/providers.tsx') },
  'geo-restricted-game': { access: 'all', view: () => import('./modals/geo-restricted-game/geo-restricted-game.tsx') },
  'geo-restricted-type': { access: 'all', view: () => import('./modals/geo-restricted-type/geo-restricted-type.tsx') },
  success: { access: 'all', view: () => import('./modals/success/success.tsx') },
} satisfies Record<string, ModalEntry>

export type ModalKey = keyof typeof modals
export type ModalValue<K extends ModalKey> = K extends 'wallet' ? 'deposit' | 'withdraw' : string

export function isModalKey(key: string): key is ModalKey {
  return Object.hasOwn(modals, key)
}
