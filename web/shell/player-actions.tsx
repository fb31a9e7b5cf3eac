/** The header's end for a player: money, news, and their own menu. A chunk of its own, which guests never load. */
import { WalletPill } from '../features/wallet/wallet-pill.tsx'
import { NotificationsBell } from './notifications-bell.tsx'
import { UserNav } from './user-nav.tsx'

export function PlayerActions() {
  return <><WalletPill /><NotificationsBell /><UserNav /></>
}
