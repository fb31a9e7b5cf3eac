/** The link to self-test, budget and help. It opens a new tab, so that a reality check or form stays open. */
import { useLabels } from '../../render/labels.tsx'
import { useLocalePath } from '../../render/router.tsx'
import styles from './safer-play.module.css'

export function SaferPlayLink() {
  const t = useLabels('limits')
  return (
    <p>
      <a href={useLocalePath()('/safer-play')} target="_blank" rel="noopener" className={styles.link}>
        {t('saferPlayLink')}
      </a>
    </p>
  )
}
