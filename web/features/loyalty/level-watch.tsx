/** Announces a new level in a dialog, or in an alert of 3 s on a game page, where a dialog would cover the game. */
import { useEffect, useRef } from 'react'
import type { LoyaltyAccount } from '#contract/loyalty.ts'
import { openModal } from '../../modals/use-modal.tsx'
import type { Navigator } from '../../render/navigate.ts'
import { useNavigator } from '../../render/router.tsx'
import { raiseAlert } from '../alerts/raise-alert.ts'
import { afterRounds } from '../wallet/running-rounds.ts'
import { risenTo } from './account.ts'
import { useLoyaltyAccount } from './use-loyalty.ts'

export function LevelWatch() {
  const navigator = useNavigator()
  const { data: account } = useLoyaltyAccount()
  const previous = useRef<LoyaltyAccount | undefined>(undefined)
  useEffect(() => {
    const order = risenTo(previous.current, account)
    previous.current = account
    if (account && order !== null) void afterRounds().then(() => announce(navigator, account))
  }, [account, navigator])
  return null
}

function announce(navigator: Navigator, { currentLevel: { name, order } }: LoyaltyAccount): void {
  if (!navigator.visitor.isSignedIn) return
  if (navigator.place.page.entry.path === '/games/:id') void raiseAlert(navigator, 'loyalty', 'levelReached', { name })
  else openModal(navigator, 'loyalty-level', String(order))
}
