/** The parts of the shell that only players see: wallet, notifications, user menu. Guests never load this chunk. */
import '../design/toast/toast-list.tsx'
import { LevelWatch } from '../features/loyalty/level-watch.tsx'
import { StepUpHost } from '../features/step-up/step-up-host.tsx'
import { WalletPill } from '../features/wallet/wallet-pill.tsx'
import { BreakButton } from '../features/limits/break-button.tsx'
import { EmailReminder } from './email-reminder.tsx'
import { ExclusionNotice } from './exclusion-notice.tsx'
import { LimitNotice } from './limit-notice.tsx'
import { NotificationsBell } from './notifications-bell.tsx'
import { UserNav } from './user-nav.tsx'

export { PlayerLobby } from '../features/games/player-lobby.tsx'
export { FavoriteHeart } from '../features/games/favorite-heart.tsx'
export { GameMark } from '../features/games/game-mark.tsx'
export { ProfileNav } from './profile-nav.tsx'

export function PlayerActions() {
  return (
    <>
      <BreakButton />
      <WalletPill />
      <NotificationsBell />
      <UserNav />
      <StepUpHost />
      <LevelWatch />
    </>
  )
}

export function PlayerNotices() {
  return (
    <>
      <ExclusionNotice />
      <EmailReminder />
      <LimitNotice />
    </>
  )
}
