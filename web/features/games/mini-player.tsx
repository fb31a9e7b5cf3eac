/** The controls of an open game on other pages: a link back, the balance, and close. */
import { IconButton } from '../../design/button/button.tsx'
import { Icon } from '../../design/icon/icon.tsx'
import { Money } from '../../design/money/money.tsx'
import { useLabels } from '../../render/labels.tsx'
import { Link } from '../../render/router.tsx'
import type { PlayMode } from './use-launch.ts'
import styles from './mini-player.module.css'

type MiniProps = {
  game: { id: string; name: string }
  mode: PlayMode
  balance: { amount: number; currency: string } | null
  onClose: () => void
}

export function MiniPlayer({ game, mode, balance, onClose }: MiniProps) {
  const t = useLabels('games')
  return (
    <>
      <Link
        to={`/games/${game.id}?play=${mode}`}
        className={styles.back}
        aria-label={t('continueGame', { game: game.name })}
      >
        <span className={styles.pill}>
          <Icon name="play" size={16} />
          <span>{t('continue')}</span>
        </span>
      </Link>
      <div className={styles.bar}>
        <p className={styles.figures}>
          <strong>{game.name}</strong>
          {balance && <Money amount={balance.amount} currency={balance.currency} />}
        </p>
        <IconButton icon="close" label={t('closeGame')} onClick={onClose} />
      </div>
    </>
  )
}
