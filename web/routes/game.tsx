import { Suspense } from 'react'
import { sharePath } from '#contract/pages.ts'
import * as HttpStatus from '#contract/statuses.ts'
import { useApi } from '../api/use-api.ts'
import { GameAbout, GamePoster } from '../features/games/game-poster.tsx'
import { GameRules } from '../features/games/game-rules.tsx'
import { PersistentGame, usePlayLocation } from '../features/games/persistent-game.tsx'
import { requestedPlay } from '../features/games/playing.ts'
import { GameRail } from '../features/games/game-rail.tsx'
import { tileQueries } from '../features/games/requests.ts'
import { breadcrumbs, gameData } from '../features/games/structured-data.ts'
import { formatPercent } from '../features/games/figures.ts'
import { useIsOnBreak } from '../features/limits/use-is-on-break.ts'
import { GameQuests } from '../features/quests/game-quests.tsx'
import { useLabels } from '../render/labels.tsx'
import { optional } from '../render/optional.tsx'
import { defineRoute, query, required } from '../render/page.ts'
import { useParams } from '../render/router.tsx'
import { useInBrowser } from '../render/use-in-browser.ts'
import styles from './index.module.css'

const GameReturns = optional(() => import('../features/jackpots/game-returns.tsx'))

export const route = defineRoute({
  labels: ['games', 'lobby'],
  queries: ({ params, isSignedIn }) => [
    required('GET /api/game/games/{id}', { params: { id: params.id! } }),
    query('GET /api/game/games/{id}/similar', { params: { id: params.id! } }),
    ...tileQueries(isSignedIn),
  ],
  meta: ({ params, locale, t, data }) => {
    const game = data('GET /api/game/games/{id}', { params: { id: params.id! } })
    if (!game) return { title: t('gameMissing'), status: HttpStatus.notFound }
    const path = `/games/${game.id}`
    return {
      title: t('metaTitle', { game: game.name }),
      description: t('metaDescription', { description: game.description, rtp: formatPercent(game.rtp, locale) }),
      image: sharePath(game.id),
      jsonLd: [
        gameData(game, path),
        breadcrumbs([
          { name: t('lobby'), path: '/' },
          { name: game.name, path },
        ]),
      ],
    }
  },
  View: GamePage,
  Persistent: PersistentGame,
})

function GamePage() {
  const t = useLabels('games')
  // The server does not wait for a chunk within the page.
  const isInBrowser = useInBrowser()
  const { id = '' } = useParams()
  const place = usePlayLocation()
  const isOnBreak = useIsOnBreak()
  const { data: game } = useApi('GET /api/game/games/{id}', { params: { id } })
  const { data: similar } = useApi('GET /api/game/games/{id}/similar', { params: { id } })
  if (!game) return null
  const others = similar?.data ?? []
  return (
    <div className={styles.lobby}>
      {requestedPlay(place) ? (
        <GameAbout game={game} />
      ) : (
        <GamePoster game={game} isSignInAsked={place.play === 'real'} />
      )}
      {!isOnBreak && <GameQuests gameId={game.id} />}
      <GameRules game={game} />
      <Suspense fallback={null}>{isInBrowser && !isOnBreak && <GameReturns game={game} />}</Suspense>
      {others.length > 0 && !isOnBreak && <GameRail id="related" title={t('related')} to="/?search=" games={others} />}
    </div>
  )
}
