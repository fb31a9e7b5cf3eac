/**
 * A popup list below or above its field. It is in the top layer, so that dialogs do not clip it, and avoids the
 * on-screen keyboard.
 */
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { Icon } from '../design/icon/icon.tsx'
import { useLabels } from '../render/labels.tsx'
import { type OptionList, optionId } from './use-option-list.ts'
import styles from './option-popup.module.css'

type PopupProps = {
  list: OptionList
  value: string
  label: string
  anchor: RefObject<HTMLElement | null>
  children?: ReactNode
}
/** `children` is shown above the options, for example a search input. */
export function OptionPopup({ list, value, label, anchor, children }: PopupProps) {
  const t = useLabels('fields')
  const panel = useRef<HTMLDivElement>(null)
  const options = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const place = () => panel.current && anchor.current && placePanel(panel.current, anchor.current)
    panel.current?.showPopover()
    place()
    options.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'center' })
    addEventListener('scroll', place, { capture: true, passive: true })
    visualViewport?.addEventListener('resize', place)
    visualViewport?.addEventListener('scroll', place)
    return () => {
      removeEventListener('scroll', place, { capture: true })
      visualViewport?.removeEventListener('resize', place)
      visualViewport?.removeEventListener('scroll', place)
    }
  }, [anchor])
  // The braces are necessary: in newer browsers scrolling returns a promise, which must not become the effect's
  // cleanup.
  useEffect(() => {
    options.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
  }, [list.active, list.query])
  return (
    <div ref={panel} popover="manual" className={styles.panel}>
      {children}
      <div ref={options} id={list.id} role="listbox" aria-label={label} className={styles.options}>
        {list.found.map((option, index) => (
          // The focus stays in the input; keys are forwarded to the options.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={option.value}
            id={optionId(list.id, index)}
            role="option"
            aria-selected={option.value === value}
            data-active={index === list.active ? '' : undefined}
            className={styles.option}
            onPointerDown={(event) => event.preventDefault()}
            onPointerMove={() => index !== list.active && list.point(index)}
            onClick={() => list.choose(option)}
          >
            {option.before}
            <span className={styles.label}>{option.label}</span>
            {option.detail && <bdi className={styles.detail}>{option.detail}</bdi>}
            {option.value === value && <Icon name="check" />}
          </div>
        ))}
      </div>
      <p className={styles.nothing} role="status">
        {list.found.length === 0 && t('nothingFound')}
      </p>
    </div>
  )
}

const gap = 4
const maxHeight = 320
const minHeight = 180

function placePanel(panel: HTMLElement, anchor: HTMLElement): void {
  const box = anchor.getBoundingClientRect()
  const viewport = {
    top: visualViewport?.offsetTop ?? 0,
    height: visualViewport?.height ?? innerHeight,
    width: document.documentElement.clientWidth,
  }
  const below = viewport.top + viewport.height - box.bottom - 2 * gap
  const above = box.top - viewport.top - 2 * gap
  const isAbove = below < minHeight && above > below
  const width = Math.min(Math.max(box.width, 280), viewport.width - 4 * gap)
  const isRightToLeft = getComputedStyle(anchor).direction === 'rtl'
  const left = isRightToLeft ? box.right - width : box.left
  Object.assign(panel.style, {
    width: `${width}px`,
    left: `${Math.max(2 * gap, Math.min(left, viewport.width - width - 2 * gap))}px`,
    top: isAbove ? 'auto' : `${box.bottom + gap}px`,
    bottom: isAbove ? `${innerHeight - box.top + gap}px` : 'auto',
    maxHeight: `${Math.min(maxHeight, Math.max(120, isAbove ? above : below))}px`,
  })
}
