/**
 * A scrolling row of tiles with a title, a link to all, and arrows. A late rail shows placeholders until it is near the
 * visible part of the page.
 */
import { type ReactNode, useRef, useState } from 'react'
import type { Game } from '#contract/games.ts'
import { IconButton } from '../../design/button/button.tsx'
import { Icon, type IconName } from '../../design/icon/icon.tsx'
import { useLabels } from '../../render/labels.tsx'
import { Link } from '../../render/router.tsx'
import { useSeen } from '../../render/use-seen.ts'
import { GameTile, TileSkeleton } from './tile.tsx'
import styles from './game-rail.module.css'

type RailProps = {
  id: string
  title: ReactNode
  icon?: IconName
  to?: string
  games: Game[]
  isEager?: boolean
  isLate?: boolean
}

export function GameRail({ id, title, icon, to, games, isEager = false, isLate = false }: RailProps) {
  const t = useLabels('lobby')
  const track = useRef<HTMLUListElement>(null)
  const isShown = useSeen(track) || !isLate
  const [edge, setEdge] = useState<'start' | 'middle' | 'end'>('start')
  const move = (direction: 1 | -1) => {
    const list = track.current!
    const sign = getComputedStyle(list).direction === 'rtl' ? -1 : 1
    list.scrollBy({
      left: direction * sign * list.clientWidth * 0.85,
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth',
    })
  }
  const note = () => {
    const { scrollLeft, scrollWidth, clientWidth } = track.current!
    const passed = Math.abs(scrollLeft)
    setEdge(passed < 4 ? 'start' : passed > scrollWidth - clientWidth - 4 ? 'end' : 'middle')
  }
  return (
    <section className={styles.rail} aria-labelledby={`rail-${id}`}>
      <header className={styles.header}>
        <h2 id={`rail-${id}`}>
          {icon && <Icon name={icon} size={22} />}
          {title}
        </h2>
        {to && (
          <Link to={to} className={styles.all}>
            {t('viewAll')}
            <span className={styles.hidden}> {title}</span>
          </Link>
        )}
        <span className={styles.arrows} data-most={[4, 5, 7, 9].find((max) => games.length <= max)}>
          <IconButton
            icon="chevron-left"
            label={t('scrollBack')}
            aria-controls={`track-${id}`}
            disabled={edge === 'start'}
            onClick={() => move(-1)}
          />
          <IconButton
            icon="chevron-right"
            label={t('scrollOn')}
            aria-controls={`track-${id}`}
            disabled={edge === 'end'}
            onClick={() => move(1)}
          />
        </span>
      </header>
      <ul id={`track-${id}`} ref={track} className={styles.track} onScroll={note}>
        {games.map((game, index) => (
          <li key={game.id}>
            {isShown ? <GameTile game={game} isEager={isEager && index < 8} /> : <TileSkeleton game={game} />}
          </li>
        ))}
      </ul>
    </section>
  )
}
