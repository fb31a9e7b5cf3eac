/** The preloader, shown until hydration. It covers the page only during an external sign-in. */
import { useEffect, useState } from 'react'
import { Logo } from '../design/logo/logo.tsx'
import { useLocation } from '../render/router.tsx'
import { useIsReleased } from './preloader-hold.ts'
import styles from './preloader.module.css'

const hideAfterMs = 500
const removeAfterMs = 1000

export function Preloader() {
  const { page, search } = useLocation()
  const isReleased = useIsReleased(page.pathname)
  const isKept = !isReleased && page.entry.holdsPreloader?.(new URLSearchParams(search)) === true
  const stage = usePreloaderStage(isKept)
  if (stage === 'removed' && !isKept) return null
  return (
    <div className={styles.preloader} data-stage={stage} data-cover={isKept || undefined} aria-hidden="true">
      {isKept && <Logo isMarkOnly />}
    </div>
  )
}

/** It is hidden and then removed, counted from the start of the page or from when it need not be kept any longer. */
export function usePreloaderStage(isKept: boolean): 'shown' | 'hidden' | 'removed' {
  const [stage, setStage] = useState<'shown' | 'hidden' | 'removed'>('shown')
  useEffect(() => {
    if (isKept) return setStage('shown')
    const hide = setTimeout(() => setStage('hidden'), hideAfterMs)
    const remove = setTimeout(() => setStage('removed'), removeAfterMs)
    return () => {
      clearTimeout(hide)
      clearTimeout(remove)
    }
  }, [isKept])
  return stage
}
