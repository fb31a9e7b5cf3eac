/** The container of the provider's frame. */
import { Skeleton } from '../../../design/skeleton/skeleton.tsx'
import { useLabels } from '../../../render/labels.tsx'
import styles from './verification.module.css'

export const checkFrameId = 'identity-check'

export function CheckFrame({ isReady }: { isReady: boolean }) {
  const t = useLabels('verification')
  return (
    <section className={styles.frame} aria-busy={!isReady} aria-label={t('title')}>
      {!isReady && (
        <div role="status" aria-label={t('opening')}>
          <Skeleton height={520} />
        </div>
      )}
      <div id={checkFrameId} />
    </section>
  )
}
