/** The way to self-test, budget and help; in a new tab, because neither a reality check nor a form is left for it. */
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
