/** Three claims about fairness, each with a link to its proof. */
import { Icon, type IconName } from '../../design/icon/icon.tsx'
import { below } from '../../render/below.ts'
import { useLabels } from '../../render/labels.tsx'
import { Link } from '../../render/router.tsx'
import styles from './transparency-card.module.css'

const promises: Array<{ key: string; icon: IconName; to: string }> = [
  { key: 'proof', icon: 'check-circle', to: '/static/fairness' },
  { key: 'odds', icon: 'scale', to: '/static/fairness' },
  { key: 'care', icon: 'shield', to: '/static/responsible-gaming' },
]

export function TransparencyCard() {
  const t = useLabels('lobby')
  return (
    <section className={styles.card} {...below} aria-labelledby="transparency">
      <h2 id="transparency" className={styles.title}>
        {t('booksTitle')}
      </h2>
      <ul className={styles.list}>
        {promises.map(({ key, icon, to }) => (
          <li key={key} className={styles.promise}>
            <Icon name={icon} size={28} />
            <h3>{t(`${key}Title`)}</h3>
            <p>{t(`${key}Text`)}</p>
            <Link to={to} className={styles.more}>
              {t(`${key}More`)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
