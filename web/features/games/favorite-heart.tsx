/** The favourite button of a player. Guests never load it. */
import { HeartIcon } from '../../design/icon/icon.tsx'
import { useLabels } from '../../render/labels.tsx'
import type { FavoriteProps } from './favorite-button.tsx'
import { useFavorites } from './favorites.ts'
import styles from './favorite-button.module.css'

export function FavoriteHeart({ game, isPlain }: FavoriteProps) {
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
      <HeartIcon />
    </button>
  )
}
