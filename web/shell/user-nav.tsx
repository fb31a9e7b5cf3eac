/** The user menu: profile pages and sign-out. */
import { api } from '../api/client.ts'
import { accessToken, clearSession } from '../api/session.ts'
import { useApi } from '../api/use-api.ts'
import { Icon, type IconName } from '../design/icon/icon.tsx'
import { useIsOnBreak } from '../features/limits/use-is-on-break.ts'
import { LevelEmblem } from '../features/loyalty/level-emblem.tsx'
import { useLoyaltyAccount } from '../features/loyalty/use-loyalty.ts'
import { useLabels } from '../render/labels.tsx'
import { Link, NavLink, useVisitor } from '../render/router.tsx'
import { DisplaySwitches } from './display-switches.tsx'
import { InstallSlot } from './install-slot.tsx'
import { Popover } from './popover.tsx'
import { ModalLink } from '../modals/use-modal.tsx'
import styles from './user-nav.module.css'

const profilePages: Array<{ to: string; icon: IconName; label: string }> = [
  { to: '/profile/info', icon: 'user', label: 'profileInfo' },
  { to: '/profile/wallet', icon: 'wallet', label: 'profileWallet' },
  { to: '/profile/history', icon: 'history', label: 'profileHistory' },
  { to: '/profile/bonuses', icon: 'gift', label: 'profileBonuses' },
  { to: '/profile/limits', icon: 'shield', label: 'profileLimits' },
  { to: '/profile/security', icon: 'lock', label: 'profileSecurity' },
  { to: '/profile/documents', icon: 'document', label: 'profileDocuments' },
  { to: '/profile/verification', icon: 'check-circle', label: 'profileVerification' },
  { to: '/profile/notifications', icon: 'bell', label: 'profileNotifications' },
]

/** Returns the profile pages that the configuration does not disable. */
export function useProfilePages(): typeof profilePages {
  const { hidesDocuments } = useVisitor().init.config
  return profilePages.filter(({ to }) => !(hidesDocuments && to === '/profile/documents'))
}

export function UserNav() {
  const t = useLabels('shell')
  const { data: profile } = useApi('GET /api/player/profile')
  const isOnBreak = useIsOnBreak()
  const name = profile?.nickname ?? profile?.email ?? ''
  const initial = initialOf(name)
  return (
    <>
      <button
        type="button"
        className={styles.avatar}
        popoverTarget="user-nav"
        aria-label={name ? t('accountOf', { name }) : t('account')}
      >
        {initial ? <span aria-hidden>{initial}</span> : <Icon name="user" />}
      </button>
      <Popover id="user-nav" label={t('account')}>
        <div className={styles.header}>
          <strong>{name}</strong>
          {profile && (
            <span>
              {t('userId')} <bdi>{profile.id.split('-')[0]!.toUpperCase()}</bdi>
            </span>
          )}
          {!isOnBreak && <LevelLine />}
        </div>
        <div className={styles.money}>
          {!isOnBreak && (
            <ModalLink modal="wallet" value="deposit">
              <Icon name="deposit" />
              {t('deposit')}
            </ModalLink>
          )}
          <ModalLink modal="wallet" value="withdraw">
            <Icon name="withdraw" />
            {t('withdraw')}
          </ModalLink>
        </div>
        <ul className={styles.list}>
          {!isOnBreak && (
            <li>
              <ModalLink modal="quests-hub">
                <Icon name="compass" />
                {t('quests')}
              </ModalLink>
            </li>
          )}
          {useProfilePages().map(({ to, icon, label }) => (
            <li key={to}>
              <NavLink to={to}>
                <Icon name={icon} />
                {t(label)}
              </NavLink>
            </li>
          ))}
          <InstallSlot isMenu />
          <li>
            <button type="button" onClick={() => void signOut()}>
              <Icon name="log-out" />
              {t('signOut')}
            </button>
          </li>
        </ul>
        <div className={styles.display}>
          <DisplaySwitches />
        </div>
      </Popover>
    </>
  )
}

/**
 * Returns the initial letter of a name, or null if it starts with another character: a visible digit would have to be
 * part of the button's accessible name.
 */
function initialOf(name: string): string | null {
  const [first = ''] = name
  return /\p{L}/u.test(first) ? first.toUpperCase() : null
}

/** The player's level, if loyalty is enabled. */
function LevelLine() {
  const t = useLabels('shell')
  const { data: account } = useLoyaltyAccount()
  if (!account) return null
  const { name, order } = account.currentLevel
  return (
    <Link to="/loyalty" className={styles.level}>
      <LevelEmblem order={order} size={24} />
      <span>{t('loyaltyLevel', { level: name })}</span>
    </Link>
  )
}

/** Ends the session in the browser immediately, and on the server in the background. */
async function signOut(): Promise<void> {
  const token = accessToken()
  clearSession('signedOut')
  if (!token) return
  const end = (ofToken: string) => api('POST /api/player/sessions/logout', undefined, { token: ofToken })
  // An expired token cannot end the session, but it can be refreshed.
  await end(token)
    .catch(async () => end((await api('POST /api/player/sessions/refresh', undefined, { token })).accessToken))
    .catch(() => undefined)
}
