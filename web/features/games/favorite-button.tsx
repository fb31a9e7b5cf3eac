/** The favourite button. For guests it opens the sign-in. */
import type { Game } from '#contract/games.ts'
import { HeartIcon } from '../../design/icon/icon.tsx'
import { ModalLink } from '../../modals/use-modal.tsx'
import { useLabels } from '../../render/labels.tsx'
import { useVisitor } from '../../render/router.tsx'
import { playerPart } from '../../shell/player-part.ts'
import styles from './favorite-button.module.css'

export type FavoriteProps = { game: Game; isPlain?: boolean | undefined }
/** The guest's button has no subscription to queries, because a page may have a hundred of them. */
export function FavoriteButton(props: FavoriteProps) {
  const { isSignedIn } = useVisitor()
  const Heart = isSignedIn ? playerPart()?.FavoriteHeart : null
  return Heart ? <Heart {...props} /> : <GuestHeart {...props} />
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
      <HeartIcon />
    </ModalLink>
  )
}
