/** A searchable select. The hidden native select is for the browser's autofill. */
import { type ReactNode, type Ref, useRef } from 'react'
import type { ControlProps } from '../design/field/field.tsx'
import { Input } from '../design/field/field.tsx'
import { Icon } from '../design/icon/icon.tsx'
import type { Option } from './find-options.ts'
import { OptionPopup } from './option-popup.tsx'
import { useOptionList } from './use-option-list.ts'
import styles from './chooser.module.css'

/** Props common to all controls of described fields. */
export type ChooserProps = ControlProps & {
  ref: Ref<HTMLElement>
  name: string
  value: string
  onChoose: (value: string) => void
  onBlur: () => void
  onFocus: () => void
  autoComplete?: string | undefined
  placeholder?: string | undefined
  disabled?: boolean | undefined
  label: string
}

export function Chooser({
  options,
  before,
  ref,
  name,
  value,
  onChoose,
  onBlur,
  onFocus,
  autoComplete,
  placeholder,
  label,
  disabled,
  ...rest
}: ChooserProps & { options: Option[]; before?: (value: string) => ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  const list = useOptionList(options, value, onChoose)
  const shown = options.find((option) => option.value === value)?.label ?? ''
  return (
    <div ref={frame} className={styles.chooser} data-before={before && value ? '' : undefined}>
      <select
        className={styles.beneath}
        name={name}
        value={value}
        tabIndex={-1}
        aria-hidden="true"
        disabled={disabled}
        autoComplete={autoComplete}
        onChange={(event) => onChoose(event.target.value)}
      >
        <option value="">{placeholder}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Input
        {...rest}
        {...list.aria}
        ref={ref as Ref<HTMLInputElement>}
        value={list.isOpen ? list.query : shown}
        placeholder={list.isOpen && shown ? shown : placeholder}
        disabled={disabled}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        before={before && value ? <span className={styles.before}>{before(value)}</span> : undefined}
        after={
          <span className={styles.chevron}>
            <Icon name="chevron-down" />
          </span>
        }
        onChange={(event) => list.search(list.isOpen ? event.target.value : searchTextOf(event.target.value, shown))}
        onKeyDown={list.onKeyDown}
        onClick={list.open}
        onFocus={(event) => {
          onFocus()
          event.target.select()
        }}
        onBlur={() => {
          list.close()
          onBlur()
        }}
      />
      {list.isOpen && <OptionPopup list={list} value={value} label={label} anchor={frame} />}
    </div>
  )
}

/** Typing after a selected name starts a new search. */
function searchTextOf(text: string, shown: string): string {
  return shown !== '' && text.startsWith(shown) ? text.slice(shown.length) : text
}
