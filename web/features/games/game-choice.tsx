/** A game in a modal: figures, real and demo play. */
import type { ReactNode } from 'react'
import * as HttpStatus from '#contract/statuses.ts'
import { useApi } from '../../api/use-api.ts'
import { useContent } from '../../api/use-content.ts'
import { ButtonLink } from '../../design/button/button.tsx'
import { Skeleton } from '../../design/skeleton/skeleton.tsx'
import { ModalActions, ModalBody, ModalTitle } from '../../modals/modal-frame.tsx'
import { useLabels } from '../../render/labels.tsx'
import { useVisitor } from '../../render/router.tsx'
import { GameFigures } from './game-figures.tsx'
import { TileArt } from './tile.tsx'
import styles from './game-choice.module.css'

type Words = { title: string; description: string; realLabel: string }

/** `file` is the content file; `second` is the action next to real play. */
export function GameChoice({
  gameId,
  file,
  second,
}: {
  gameId: string
  file: 'mobile-game' | 'demo-game'
  second: ReactNode
}) {
  const t = useLabels('games')
  const texts = useContent<Words>('modals', file)
  const { isSignedIn } = useVisitor()
  const { data: game, isError, error } = useApi('GET /api/game/games/{id}', { params: { id: gameId } })
  if (isError) {
    const title = error.status === HttpStatus.notFound ? 'gameGone' : 'launchFailed'
    return <ModalTitle description={t(`${title}Text`)}>{t(title)}</ModalTitle>
  }
  return (
    <>
      <ModalTitle description={texts.description}>{texts.title}</ModalTitle>
      <ModalBody>
        <div className={styles.game}>
          {game ? <TileArt game={game} /> : <Skeleton ratio="3 / 4" radius="l" />}
          <div className={styles.words}>
            <strong>{game?.name ?? <Skeleton width="8rem" />}</strong>
            {game && <GameFigures game={game} />}
          </div>
        </div>
      </ModalBody>
      <ModalActions>
        <ButtonLink
          to={`/games/${gameId}?play=real${isSignedIn ? '' : '&sign-in=true'}`}
          tone="primary"
          size="l"
          isWide
        >
          {texts.realLabel}
        </ButtonLink>
        {second}
      </ModalActions>
    </>
  )
}
