/** The top of a player's lobby: the game to continue, and recent games. Guests never load it. */
import type { ReactNode } from 'react'
import type { Game } from '#contract/games.ts'
import type { Profile } from '#contract/identity.ts'
import { useApi } from '../../api/use-api.ts'
import { ButtonLink } from '../../design/button/button.tsx'
import { useLabels } from '../../render/labels.tsx'
import { GameRail } from './game-rail.tsx'
import { LobbyHero } from './lobby-hero.tsx'
import { withOpenFirst } from './open-first.ts'
import { playPath } from './tile.tsx'

/** `children` follow the hero. */
export function PlayerLobby({ games, children }: { games: Game[]; children: ReactNode }) {
  const t = useLabels('lobby')
  const { data: played } = useApi('GET /api/game/games/played')
  const { data: openRounds = [] } = useApi('GET /api/game/open-rounds')
  const { data: profile } = useApi('GET /api/player/profile')
  const { data: recommended } = useApi('GET /api/game/games/recommended')
  const recent = withOpenFirst(played?.data ?? [], openRounds)
  const featured = [...recent, ...games.filter(({ id }) => !recent.some((game) => game.id === id))]
  return (
    <>
      <PlayerHero profile={profile} games={featured} hasPlayed={recent.length > 0} />
      {children}
      {recent.length > 0 && (
        <GameRail id="recent" title={t('recentlyPlayed')} icon="clock" to="/recently-played" games={recent} isEager />
      )}
      {recommended?.basis && (
        <GameRail
          id="because"
          title={t('becausePlayed', { game: recommended.basis.name })}
          icon="sparkle"
          games={recommended.data}
        />
      )}
    </>
  )
}

/** The name by which a player is greeted. One that registration has generated greets nobody. */
export function greetingName({
  id,
  nickname,
  firstName,
}: Pick<Profile, 'id' | 'nickname' | 'firstName'>): string | null {
  return (nickname === `player-${id.slice(0, 6)}` ? null : nickname) ?? firstName ?? null
}

/** Offers players their latest game or a popular one. */
function PlayerHero({
  profile,
  games,
  hasPlayed,
}: {
  profile: Profile | undefined
  games: Game[]
  hasPlayed: boolean
}) {
  const t = useLabels('lobby')
  const [first] = games
  const name = profile && greetingName(profile)
  const greeting = hasPlayed || profile?.previousSignIn ? 'welcomeBack' : 'welcome'
  return (
    <LobbyHero
      title={name ? t(`${greeting}Name`, { name }) : t(greeting)}
      text={hasPlayed ? t('welcomeText') : t('welcomeNew')}
      games={games}
    >
      {first && (
        <ButtonLink to={playPath(first, true)} icon="play">
          {hasPlayed ? t('playAgain', { game: first.name }) : t('playFirst', { game: first.name })}
        </ButtonLink>
      )}
    </LobbyHero>
  )
}
