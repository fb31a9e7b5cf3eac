/** The state of a searchable list, following the combobox pattern of WAI-ARIA. */
import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { findOptions, type Option } from './find-options.ts'

export type OptionList = {
  id: string
  isOpen: boolean
  query: string
  found: Option[]
  /** Index of the option that Enter selects; -1 if there is none. */
  active: number
  open: () => void
  close: () => void
  search: (query: string) => void
  point: (index: number) => void
  choose: (option: Option) => void
  onKeyDown: (event: KeyboardEvent) => void
  /** ARIA attributes of the list's text input. */
  aria: {
    role: 'combobox'
    'aria-expanded': boolean
    'aria-controls': string
    'aria-autocomplete': 'list'
    'aria-activedescendant': string | undefined
  }
}

export function useOptionList(options: Option[], value: string, onChoose: (value: string) => void): OptionList {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [query, setQuery] = useState('')
  const [pointed, setPointed] = useState<number | null>(null)
  const found = useMemo(() => (isOpen ? findOptions(options, query) : []), [isOpen, options, query])
  const chosen = query === '' ? found.findIndex((option) => option.value === value) : -1
  const active = pointed ?? (chosen >= 0 ? chosen : found.length > 0 ? 0 : -1)
  const show = (isShown: boolean) => {
    setOpen(isShown)
    setQuery('')
    setPointed(null)
  }
  const list: Omit<OptionList, 'onKeyDown'> = {
    id,
    isOpen,
    query,
    found,
    active,
    open: () => !isOpen && show(true),
    close: () => show(false),
    search: (text) => {
      setOpen(true)
      setQuery(text)
      setPointed(null)
    },
    point: setPointed,
    choose: (option) => {
      show(false)
      onChoose(option.value)
    },
    aria: {
      role: 'combobox',
      'aria-expanded': isOpen,
      'aria-controls': id,
      'aria-autocomplete': 'list',
      'aria-activedescendant': isOpen && active >= 0 ? optionId(id, active) : undefined,
    },
  }
  return { ...list, onKeyDown: (event) => handleKey(event, list) }
}

export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }

function handleKey(event: KeyboardEvent, list: Omit<OptionList, 'onKeyDown'>): void {
  const { isOpen, found, active, query } = list
  const step = steps[event.key]
  if (step !== undefined) {
    event.preventDefault()
    if (!isOpen) list.open()
    else if (found.length > 0)
      list.point(
        Math.abs(step) === 1
          ? (active + step + found.length) % found.length
          : Math.min(found.length - 1, Math.max(0, active + step)),
      )
  } else if (!isOpen) {
    return
  } else if (event.key === 'Enter' || (event.key === 'Tab' && query !== '')) {
    if (event.key === 'Enter') event.preventDefault()
    if (found[active]) list.choose(found[active])
  } else if (event.key === 'Escape') {
    // Escape must close the list, but not the surrounding dialog.
    event.stopPropagation()
    event.nativeEvent.stopImmediatePropagation()
    list.close()
  }
}
