/** The buttons of the session bar: deposit or real play, favourite, full screen, and leave. */
import type { ReactNode } from 'react'
import { buttonClass, IconButton } from '../../design/button/button.tsx'
import { Icon } from '../../design/icon/icon.tsx'
import { ModalLink } from '../../modals/use-modal.tsx'
import { useLabels } from '../../render/labels.tsx'
import type { PlayMode } from './use-launch.ts'
import styles from './game-stage.module.css'

type ActionsProps = {
  gameId: string
  mode: PlayMode
  isLarge: boolean
  onEnlarge: () => void
  onLeave: () => void
  children?: ReactNode
}

export function StageActions({ gameId, mode, isLarge, onEnlarge, onLeave, children }: ActionsProps) {
  const t = useLabels('games')
  return (
    <>
      {mode === 'demo' ? (
        <ModalLink modal="demo-game" value={gameId} className={buttonClass} data-tone="primary" data-size="s">
          {t('playReal')}
        </ModalLink>
      ) : (
        <ModalLink
          modal="wallet"
          value="deposit"
          className={`${buttonClass} ${styles.deposit}`}
          data-tone="primary"
          data-size="s"
          aria-label={t('deposit')}
        >
          <Icon name="plus" size={16} />
          <span className={styles.word}>{t('deposit')}</span>
        </ModalLink>
      )}
      <span className={styles.extra}>{children}</span>
      <span className={styles.extra}>
        <IconButton
          icon={isLarge ? 'minus' : 'expand'}
          label={t(isLarge ? 'smaller' : 'fullscreen')}
          aria-pressed={isLarge}
          onClick={onEnlarge}
        />
      </span>
      <span className={styles.leave}>
        <IconButton icon="close" label={t('leaveGame')} onClick={onLeave} />
      </span>
    </>
  )
}
