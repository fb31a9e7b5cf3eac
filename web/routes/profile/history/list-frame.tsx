/** The frame of a history list: skeleton, error, empty state, and a button for more. */
import type { ReactNode } from 'react'
import { Button } from '../../../design/button/button.tsx'
import { Empty, Failed } from '../../../design/empty/empty.tsx'
import type { IconName } from '../../../design/icon/icon.tsx'
import { Skeleton } from '../../../design/skeleton/skeleton.tsx'
import { useIsOnBreak } from '../../../features/limits/use-is-on-break.ts'
import { useLabels } from '../../../render/labels.tsx'
import styles from './history.module.css'

type ListFrameProps = {
  /** Undefined while the first page is loading. */
  count: number | undefined
  paging: { isError: boolean; hasMore: boolean; isLoadingMore: boolean; more: () => void; retry: () => void }
  empty: { icon: IconName; title: string; text: string; action: ReactNode }
  children: ReactNode
}
export function ListFrame({ count, paging, empty, children }: ListFrameProps) {
  const t = useLabels('history')
  const isOnBreak = useIsOnBreak()
  if (paging.isError && !count) return <Failed title={t('failed')} retryLabel={t('retry')} onRetry={paging.retry} />
  if (count === undefined)
    return (
      <div className={styles.list} aria-busy="true">
        <span className={styles.hidden}>{t('loading')}</span>
        {[1, 2, 3, 4].map((line) => (
          <Skeleton key={line} height={76} radius="l" />
        ))}
      </div>
    )
  if (count === 0)
    return (
      <Empty icon={empty.icon} title={empty.title} action={isOnBreak ? null : empty.action}>
        {empty.text}
      </Empty>
    )
  return (
    <>
      <ul className={styles.list}>{children}</ul>
      {paging.hasMore && (
        <div className={styles.more}>
          <Button isBusy={paging.isLoadingMore} onClick={paging.more}>
            {t('loadMore')}
          </Button>
        </div>
      )}
    </>
  )
}
