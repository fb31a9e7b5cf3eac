/** The frame of a game, or what replaces it: loading, the end of free spins or session, or a failed launch. */
import type { ReactNode, RefObject } from 'react'
import { Button, ButtonLink } from '../../design/button/button.tsx'
import { Empty } from '../../design/empty/empty.tsx'
import { Spinner } from '../../design/spinner/spinner.tsx'
import { useLabels } from '../../render/labels.tsx'
import { frameRights } from './frame-rights.ts'
import styles from './game-stage.module.css'

type ScreenProps = {
  name: string
  frame: RefObject<HTMLIFrameElement | null>
  url: string | undefined
  isReady: boolean
  /** The name of the launch's refusal. */
  refusal: string | undefined
  hasEnded: boolean
  isMini: boolean
  onAgain: () => void
  /** Covers the frame. */
  children?: ReactNode
}

export function StageScreen({ name, frame, url, isReady, refusal, hasEnded, isMini, onAgain, children }: ScreenProps) {
  const t = useLabels('games')
  const isOver = refusal !== undefined || hasEnded
  return (
    <div className={styles.screen} inert={isMini}>
      <noscript>
        <p className={styles.scripts}>{t('needsScripts')}</p>
      </noscript>
      {!isOver && !isReady && (
        <span className={styles.loading}>
          <Spinner size={32} />
        </span>
      )}
      {url && !hasEnded && (
        <iframe
          key={url}
          ref={frame}
          src={url}
          // The game reads it when it has loaded: in the mini player it leaves the focus where it is.
          name={isMini ? 'mini' : undefined}
          title={t('frameTitle', { game: name })}
          className={styles.frame}
          sandbox={frameRights(url, location.origin)}
          allow="autoplay; fullscreen"
          referrerPolicy="no-referrer"
        />
      )}
      {children}
      {isOver && (
        <Empty
          icon="alert"
          title={t(titleOf(refusal))}
          action={
            refusal === gameNotFound ? (
              <ButtonLink to="/" tone="primary">
                {t('lobby')}
              </ButtonLink>
            ) : (
              <Button tone="primary" onClick={onAgain}>
                {t('openAgain')}
              </Button>
            )
          }
        >
          {t(refusal === undefined ? 'sessionEndedText' : reasonOf(refusal))}
        </Empty>
      )}
    </div>
  )
}

/** The game has been removed from the catalogue since its page was opened. */
const gameNotFound = 'gameNotFound'

function titleOf(refusal: string | undefined): string {
  if (refusal === undefined) return 'sessionEnded'
  if (refusal === gameNotFound) return 'gameGone'
  return refusal === 'realityCheckDue' ? 'realityCheckFirst' : 'launchFailed'
}

function reasonOf(refusal: string): string {
  if (refusal === gameNotFound) return 'gameGoneText'
  const known = ['noActiveAccount', 'currencyNotSupported', 'realityCheckDue', 'studioUnavailable']
  return known.includes(refusal) ? refusal : 'launchFailedText'
}
