/**
 * The offer to install the site, in the footer and in the player's menu. Without a browser dialog it lists the steps.
 */
import { useState, useSyncExternalStore } from 'react'
import { useContent } from '../../api/use-content.ts'
import { Button } from '../../design/button/button.tsx'
import { Icon } from '../../design/icon/icon.tsx'
import { onInstallPrompt, takeInstallPrompt } from './install-prompt.ts'
import { useLabels } from '../../render/labels.tsx'
import { useLocation } from '../../render/router.tsx'
import { useReturnGame } from '../games/return-game.ts'
import { currentWay, dismissOffer, hasDismissed, onInstallState } from './install-state.ts'
import { type InstallWay, isCalm } from './install-way.ts'
import styles from './install-offer.module.css'

export const installOffer = (isMenu: boolean) => <InstallOffer isMenu={isMenu} />

function InstallOffer({ isMenu }: { isMenu: boolean }) {
  const way = useInstallWay()
  const { page, search } = useLocation()
  const hasGame = useReturnGame() !== null
  const isDismissed = useSyncExternalStore(onInstallState, hasDismissed, () => true)
  if (way === null || !isCalm({ path: page.entry.path, search, hasGame })) return null
  if (isMenu) return <MenuItem way={way} />
  return isDismissed ? null : <FooterOffer way={way} />
}

function useInstallWay(): InstallWay | null {
  return useSyncExternalStore(
    (listener) => {
      const ends = [onInstallPrompt(listener), onInstallState(listener)]
      return () => ends.forEach((end) => end())
    },
    currentWay,
    () => null,
  )
}

function FooterOffer({ way }: { way: InstallWay }) {
  const t = useLabels('install')
  const brand = useContent<{ alt?: string }>('layout', 'brand')
  const title = t('title', { name: brand.alt ?? 'Fairhouse' })
  return (
    <section className={styles.offer} aria-label={title}>
      <p>
        <strong>{title}</strong> {t('text')}
        {way !== 'prompt' && <span> {t(`${way}Steps`)}</span>}
      </p>
      <div className={styles.actions}>
        {way === 'prompt' && (
          <Button size="s" onClick={() => void install()}>
            {t('install')}
          </Button>
        )}
        <Button size="s" tone="plain" onClick={dismissOffer}>
          {t('later')}
        </Button>
      </div>
    </section>
  )
}

function MenuItem({ way }: { way: InstallWay }) {
  const t = useLabels('install')
  const [isOpen, setOpen] = useState(false)
  const hasSteps = way !== 'prompt'
  return (
    <li>
      <button
        type="button"
        aria-expanded={hasSteps ? isOpen : undefined}
        onClick={() => (hasSteps ? setOpen(!isOpen) : void install())}
      >
        <Icon name="download" />
        {t('menu')}
      </button>
      {hasSteps && isOpen && <p className={styles.steps}>{t(`${way}Steps`)}</p>}
    </li>
  )
}

/** Opens the browser's dialog; closing it counts as "Not now". */
async function install(): Promise<void> {
  const answer = await takeInstallPrompt()?.prompt()
  if (answer?.outcome === 'dismissed') dismissOffer()
}
