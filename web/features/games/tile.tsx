/** A game tile: portrait art, name as text, RTP, and the favourite button. */
import type { CSSProperties, ReactNode } from 'react'
import type { Game } from '#contract/games.ts'
import { LazyImage } from '../../design/lazy-image/lazy-image.tsx'
import { Skeleton } from '../../design/skeleton/skeleton.tsx'
import { useLabels } from '../../render/labels.tsx'
import { Link, useVisitor } from '../../render/router.tsx'
import { playerPart } from '../../shell/player-part.ts'
import { FavoriteButton } from './favorite-button.tsx'
import { percentLabel } from './percent-label.ts'
import styles from './tile.module.css'

type TileProps = {
  game: Game
  /** The tile is in the initial viewport. */
  isEager?: boolean | undefined
}

/** Where a tile leads: to the game itself, for money or as a demo, or to its page if guests cannot play it. */
export const playPath = ({ id, hasDemo }: Pick<Game, 'id' | 'hasDemo'>, isSignedIn: boolean) =>
  `/games/${id}${isSignedIn ? '?play=real' : hasDemo ? '?play=demo' : ''}`

export function GameTile({ game, isEager }: TileProps) {
  const t = useLabels('lobby')
  const { isSignedIn } = useVisitor()
  const Mark = isSignedIn ? playerPart()?.GameMark : null
  return (
    <article className={styles.tile}>
      <Link to={playPath(game, isSignedIn)} className={styles.link}>
        <TileArt game={game} isEager={isEager}>
          {game.isNew && <span className={styles.badge}>{t('new')}</span>}
        </TileArt>
        <TileText game={game} />
      </Link>
      {Mark && <Mark game={game} />}
      <span className={styles.favorite}>
        <FavoriteButton game={game} />
      </span>
    </article>
  )
}

/**
 * One value for all layouts, so that a picture is fetched once: phones have three tiles in a row, others about 220 px.
 */
const tileSizes = '(max-width: 767px) 29vw, 220px'

type TileArtProps = { game: Pick<Game, 'thumbnails'>; isEager?: boolean | undefined; children?: ReactNode }
export function TileArt({ game, isEager, children }: TileArtProps) {
  const { portrait, srcset, dominantColor } = game.thumbnails
  const sources = srcset === undefined ? {} : { srcSet: srcset, sizes: tileSizes }
  return (
    <span className={styles.art} style={{ '--tint': dominantColor } as CSSProperties}>
      {portrait && isEager ? (
        <img {...sources} src={portrait} alt="" width={300} height={400} decoding="async" />
      ) : (
        portrait && <LazyImage {...sources} src={portrait} width={300} height={400} />
      )}
      <span className={styles.play} />
      {children}
    </span>
  )
}

function TileText({ game }: { game: Game }) {
  const t = useLabels('lobby')
  return (
    <>
      <span className={styles.name}>{game.tileName ?? game.name}</span>
      <span className={styles.facts}>
        {t('tileFacts', { rtp: percentLabel(game.rtp, t), volatility: t(`volatility_${game.volatility}`) })}
      </span>
    </>
  )
}

/** The place of a tile. With the texts of its game it has the tile's height, so that nothing moves when it is filled. */
export function TileSkeleton({ game }: { game?: Game }) {
  return (
    <div className={styles.tile} aria-hidden="true">
      <Skeleton ratio="3 / 4" radius="l" />
      {game ? (
        <TileText game={game} />
      ) : (
        <>
          <span className={styles.name}>
            <Skeleton width="80%" />
          </span>
          <span className={styles.facts}>
            <Skeleton width="55%" />
          </span>
        </>
      )}
    </div>
  )
}
