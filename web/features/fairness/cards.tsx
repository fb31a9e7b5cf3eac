/** The playing cards of a round. The rank is `card % 13`, starting with the ace; the suit is `card / 13`. */
import { LazyImage } from '../../design/lazy-image/lazy-image.tsx'
import { useLabels } from '../../render/labels.tsx'
import styles from './fairness.module.css'

const ranks = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K']
const suits = ['clubs', 'diamonds', 'hearts', 'spades'] as const

export function Cards({ cards, gameId }: { cards: number[]; gameId: string }) {
  const t = useLabels('fairness')
  return (
    <ol className={styles.cards} dir="ltr">
      {cards.map((card, index) => (
        <li key={index}>
          {ranks[card % 13]}
          <LazyImage
            src={`/studio/art/${gameId}/symbols/${suits[Math.floor(card / 13)]}.svg`}
            alt={t(`symbol_${suits[Math.floor(card / 13)]!}`)}
            width={18}
            height={18}
          />
        </li>
      ))}
    </ol>
  )
}
