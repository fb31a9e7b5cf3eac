/** The view of every modal that has one. Loaded with the dialogs: pages need only the keys and their access. */
import type { ModalKey, ModalModule } from './modals.ts'

type Confirmation =
  | 'change-active-bonus'
  | 'cancel-active-bonus'
  | 'cancel-issued-bonus'
  | 'cancel-unsettled-bonus'
  | 'bonus-confirm-action'
/** One view for all of them, with the question as a parameter. */
const confirmation = (key: Confirmation) => () =>
  import('./modals/bonus-confirm-action/bonus-confirm-action.tsx').then(({ modalFor }) => ({ modal: modalFor(key) }))

export const modalChunks: Record<ModalKey, () => Promise<{ modal: ModalModule }>> = {
  'sign-in': () => import('./modals/sign-in/sign-in.tsx'),
  'forgot-pass': () => import('./modals/forgot-pass/forgot-pass.tsx'),
  'reset-pass': () => import('./modals/reset-pass/reset-pass.tsx'),
  'sign-up': () => import('./modals/sign-up/sign-up.tsx'),
  wallet: () => import('./modals/wallet/wallet.tsx'),
  'withdrawal-requested': () => import('./modals/withdrawal-requested/withdrawal-requested.tsx'),
  'deposit-error': () => import('./modals/deposit-error/deposit-error.tsx'),
  'deposit-success': () => import('./modals/deposit-success/deposit-success.tsx'),
  'deposit-pending': () => import('./modals/deposit-pending/deposit-pending.tsx'),
  'deposit-redirect': () => import('./modals/deposit-redirect/deposit-redirect.tsx'),
  'equivalent-currency': () => import('./modals/equivalent-currency/equivalent-currency.tsx'),
  'wallet-region': () => import('./modals/wallet-region/wallet-region.tsx'),
  'quests-hub': () => import('./modals/quests-hub/quests-hub.tsx'),
  'quest-rewards': () => import('./modals/quest-rewards/quest-rewards.tsx'),
  'quest-tasks': () => import('./modals/quest-tasks/quest-tasks.tsx'),
  'quest-task-games': () => import('./modals/quest-task-games/quest-task-games.tsx'),
  'wallet-bonus-info': () => import('./modals/wallet-bonus-info/wallet-bonus-info.tsx'),
  'loyalty-level': () => import('./modals/loyalty-level/loyalty-level.tsx'),
  'tournament-entry': () => import('./modals/tournament-entry/tournament-entry.tsx'),
  'turn-over-wager': () => import('./modals/turn-over-wager/turn-over-wager.tsx'),
  'add-cash-limit': () => import('./modals/add-cash-limit/add-cash-limit.tsx'),
  'edit-cash-limit': () => import('./modals/edit-cash-limit/edit-cash-limit.tsx'),
  'game-limit-reached': () => import('./modals/game-limit-reached/game-limit-reached.tsx'),
  'self-exclusion-limit': () => import('./modals/self-exclusion-limit/self-exclusion-limit.tsx'),
  'reality-check': () => import('./modals/reality-check/reality-check.tsx'),
  'bonus-cancel-lock': () => import('./modals/bonus-cancel-lock/bonus-cancel-lock.tsx'),
  // These three share the screen of bonus-confirm-action.
  'change-active-bonus': confirmation('change-active-bonus'),
  'cancel-active-bonus': confirmation('cancel-active-bonus'),
  'cancel-issued-bonus': confirmation('cancel-issued-bonus'),
  'bonus-confirm-action': confirmation('bonus-confirm-action'),
  'cancel-unsettled-bonus': confirmation('cancel-unsettled-bonus'),
  'package-bonus': () => import('./modals/package-bonus/package-bonus.tsx'),
  'bonus-details': () => import('./modals/bonus-details/bonus-details.tsx'),
  'max-bets': () => import('./modals/max-bets/max-bets.tsx'),
  'restricted-bets': () => import('./modals/restricted-bets/restricted-bets.tsx'),
  'sign-up-cancel': () => import('./modals/sign-up-cancel/sign-up-cancel.tsx'),
  'cancel-deposit': () => import('./modals/cancel-deposit/cancel-deposit.tsx'),
  'profile-confirmed': () => import('./modals/profile-confirmed/profile-confirmed.tsx'),
  'mobile-game': () => import('./modals/mobile-game/mobile-game.tsx'),
  'loyalty-earn': () => import('./modals/loyalty-earn/loyalty-earn.tsx'),
  'demo-game': () => import('./modals/demo-game/demo-game.tsx'),
  categories: () => import('./modals/categories/categories.tsx'),
  providers: () => import('./modals/providers/providers.tsx'),
  'geo-restricted-game': () => import('./modals/geo-restricted-game/geo-restricted-game.tsx'),
  'geo-restricted-type': () => import('./modals/geo-restricted-type/geo-restricted-type.tsx'),
  success: () => import('./modals/success/success.tsx'),
}
