/** The page layout: the default, or the restricted one if the country has restrictType 1. */
import type { ReactNode } from 'react'
import { HydrateLater } from '../render/hydrate-in-order.tsx'
import { useLabels } from '../render/labels.tsx'
import { breakPath } from '../render/break-pages.ts'
import { routeName, splitLocale } from '../render/match.ts'
import { useLocation, useVisitor } from '../render/router.tsx'
import { useIsOnBreak } from '../features/limits/use-is-on-break.ts'
import { Toasts } from '../design/toast/toasts.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { CookieNotice } from './cookie-notice.tsx'
import { Footer } from './footer.tsx'
import { GeoRestricted } from './geo-restricted.tsx'
import { Header } from './header.tsx'
import { Preloader } from './preloader.tsx'
import { LanguageOffer } from './language-offer.tsx'
import { playerPart } from './player-part.ts'
import { Rail } from './rail.tsx'
import { RestrictedNotice } from './restricted-notice.tsx'
import styles from './shell.module.css'

export function Shell({ children }: { children: ReactNode }) {
  const t = useLabels('shell')
  const { init, isSignedIn, locales } = useVisitor()
  const { page, isLoading } = useLocation()
  const ProfileNav = isSignedIn && page.entry.path.startsWith('/profile/') ? playerPart()?.ProfileNav : null
  const PlayerNotices = isSignedIn ? playerPart()?.PlayerNotices : null
  const isRestricted = init.isRestricted && init.restrictType === 1
  const isOnBreak = useIsOnBreak() || page.entry.path === breakPath
  const isQuiet = isRestricted || isOnBreak
  return (
    <>
      <a className={styles.skip} href="#main">
        {t('skipToContent')}
      </a>
      <Preloader />
      <div
        className={styles.progress}
        data-loading={isLoading || undefined}
        role="progressbar"
        aria-hidden={!isLoading}
        aria-label={t('loading')}
      />
      <Header isQuiet={isQuiet} />
      <div
        className={styles.columns}
        data-layout={isRestricted ? 'geo-restricted' : isOnBreak ? 'break' : 'default'}
        data-route={routeName(page.entry.path, splitLocale(page.pathname, locales).prefix !== null)}
      >
        {!isQuiet && (
          <HydrateLater>
            <Rail />
          </HydrateLater>
        )}
        <div className={styles.column}>
          <LanguageOffer />
          <RestrictedNotice />
          <CookieNotice />
          {PlayerNotices && <PlayerNotices />}
          <main id="main" tabIndex={-1} className={styles.main}>
            {ProfileNav && <ProfileNav />}
            {isRestricted && !page.entry.isOpenToAll ? <GeoRestricted /> : children}
          </main>
          <HydrateLater>
            <Footer isQuiet={isQuiet} />
          </HydrateLater>
        </div>
      </div>
      {!isQuiet && <BottomBar />}
      <Toasts />
      <div id="announcer" className={styles.announcer} aria-live="polite" />
    </>
  )
}
