/** The promo panel next to a form. All its texts come from content. */
import { Icon, type IconName } from '../../design/icon/icon.tsx'
import { useVisitor } from '../../render/router.tsx'
import { withAge } from '../../shell/with-age.ts'
import styles from './promo-panel.module.css'

export type Promo = {
  title: string
  secondTitle?: string
  additionalTitle?: string
  images: { desktop: string; mobile: string }
  advantages?: Array<{ icon: IconName; label: string }>
}

export function PromoPanel({
  promo: { title, secondTitle, additionalTitle, images, advantages = [] },
}: {
  promo: Promo
}) {
  const { minimumAge } = useVisitor().init.config
  return (
    <aside className={styles.panel}>
      <picture>
        <source media="(min-width: 768px)" srcSet={images.desktop} />
        <img className={styles.art} src={images.mobile} alt="" />
      </picture>
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        {secondTitle && <p className={styles.second}>{secondTitle}</p>}
        {advantages.length > 0 && (
          <ul className={styles.advantages}>
            {advantages.map(({ icon, label }) => (
              <li key={label}>
                <Icon name={icon} />
                {label}
              </li>
            ))}
          </ul>
        )}
        {additionalTitle && <p className={styles.additional}>{withAge(additionalTitle, minimumAge)}</p>}
      </div>
    </aside>
  )
}
