/** Buttons for preset amounts. If they overflow, arrows scroll by 60 % of the visible width. */
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../../design/button/button.tsx'
import { useLabels } from '../../render/labels.tsx'
import styles from './amount-field.module.css'

type Pill = { key: string; label: string; isChosen: boolean }
const share = 0.6

/** Returns the distance that an arrow scrolls its row, in pixels. */
export function pillStep(
  { clientWidth }: Pick<Element, 'clientWidth'>,
  direction: 1 | -1,
  pageDirection: string,
): number {
  return (pageDirection === 'rtl' ? -direction : direction) * share * clientWidth
}

export function AmountPills({ pills, onChoose }: { pills: Pill[]; onChoose: (key: string) => void }) {
  const t = useLabels('wallet')
  const row = useRef<HTMLFieldSetElement>(null)
  const [isCut, setCut] = useState(false)
  useEffect(() => {
    const list = row.current
    if (!list) return
    const watcher = new ResizeObserver(() => setCut(list.scrollWidth > list.clientWidth + 1))
    watcher.observe(list)
    return () => watcher.disconnect()
  }, [])
  const move = (direction: 1 | -1) => {
    const list = row.current
    if (!list) return
    list.scrollBy({
      left: pillStep(list, direction, getComputedStyle(list).direction),
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth',
    })
  }
  return (
    <div className={styles.pills}>
      {isCut && <IconButton label={t('fewerAmounts')} icon="chevron-left" size="s" onClick={() => move(-1)} />}
      <fieldset ref={row} className={styles.row} aria-label={t('presets')}>
        {pills.map(({ key, label, isChosen }) => (
          <button key={key} type="button" className={styles.pill} aria-pressed={isChosen} onClick={() => onChoose(key)}>
            <bdi>{label}</bdi>
          </button>
        ))}
      </fieldset>
      {isCut && <IconButton label={t('moreAmounts')} icon="chevron-right" size="s" onClick={() => move(1)} />}
    </div>
  )
}
