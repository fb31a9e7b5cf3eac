/** The hero of the lobby: a title, an action, and three in-house games. */
import { type CSSProperties, type ReactNode, Suspense } from 'react'
import type { Game } from '#contract/games.ts'
import { ButtonLink } from '../../design/button/button.tsx'
import { useLabels } from '../../render/labels.tsx'
import { Link, useVisitor } from '../../render/router.tsx'
import { playPath, TileArt } from './tile.tsx'
import styles from './lobby-hero.module.css'

type HeroProps = { title: ReactNode; text: ReactNode; games: Game[]; offer?: ReactNode; children: ReactNode }

export function LobbyHero({ title, text, games, offer, children }: HeroProps) {
  const { isSignedIn } = useVisitor()
  const tint = games[0]?.thumbnails.dominantColor
  return (
    <section className={styles.hero} style={tint ? ({ '--tint': tint } as CSSProperties) : undefined}>
      <div className={styles.words}>
        <h1>{title}</h1>
        <p>{text}</p>
        {offer && (
          <div className={styles.offer}>
            <Suspense>{offer}</Suspense>
          </div>
        )}
        <div className={styles.actions}>{children}</div>
      </div>
      <div className={styles.fan}>
        {games.slice(0, 3).map((game) => (
          <Link
            key={game.id}
            to={playPath(game, isSignedIn)}
            className={styles.card}
            aria-label={game.name}
            tabIndex={-1}
            aria-hidden="true"
          >
            <TileArt game={game} isEager />
          </Link>
        ))}
      </div>
    </section>
  )
}

/** The hero for guests offers a demo; registration is in the header. */
export function GuestHero({ games, offer }: { games: Game[]; offer: ReactNode }) {
  const t = useLabels('lobby')
  const [first] = games
  return (
    <LobbyHero title={t('heroTitle')} text={t('heroText')} games={games} offer={offer}>
      {first && (
        <ButtonLink to={`/games/${first.id}?play=demo`} icon="play">
          {t('heroDemo', { game: first.name })}
        </ButtonLink>
      )}
      <Link to="/static/fairness" className={styles.more}>
        {t('heroFairness')}
      </Link>
    </LobbyHero>
  )
}
