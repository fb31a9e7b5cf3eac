/** The favourite button: pressed for favourites; guests are asked to sign in. */
import type { Game } from '#contract/games.ts'
import { Icon } from '../../design/icon/icon.tsx'
import { ModalLink } from '../../modals/use-modal.tsx'
import { useLabels } from '../../render/labels.tsx'
import { useVisitor } from '../../render/router.tsx'
import { useFavorites } from './favorites.ts'
import styles from './favorite-button.module.css'

type FavoriteProps = { game: Game; isPlain?: boolean | undefined }
/** Guests' buttons do not subscribe: a page may have a hundred. */
export function FavoriteButton(props: FavoriteProps) {
  return useVisitor().isSignedIn ? <PlayerHeart {...props} /> : <GuestHeart {...props} />
}

function GuestHeart({ game, isPlain }: FavoriteProps) {
  const t = useLabels('lobby')
  return (
    <ModalLink
      modal="sign-in"
      className={styles.button}
      data-plain={isPlain}
      aria-label={t('favoriteSignIn', { game: game.name })}
      title={t('favorite', { game: game.name })}
    >
      <Icon name="heart" />
    </ModalLink>
  )
}

function PlayerHeart({ game, isPlain }: FavoriteProps) {
  const t = useLabels('lobby')
  const { has, toggle } = useFavorites()
  const label = t('favorite', { game: game.name })
  return (
    <button
      type="button"
      className={styles.button}
      data-plain={isPlain}
      aria-pressed={has(game.id)}
      aria-label={label}
      title={label}
      onClick={() => void toggle(game)}
    >
      <Icon name="heart" />
    </button>
  )
}
