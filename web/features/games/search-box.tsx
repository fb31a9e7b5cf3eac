/** Game search: a GET form before hydration, instant results afterwards. */
import { useEffect, useRef } from 'react'
import { Icon } from '../../design/icon/icon.tsx'
import { useLabels } from '../../render/labels.tsx'
import { useLocalePath, useNavigator, usePlace } from '../../render/router.tsx'
import styles from './search-box.module.css'

const pauseMs = 250

/** `to` is the results page; `keep` are further query fields, such as a provider filter. */
export function SearchBox({
  to,
  keep = [],
  label,
  isPhoneOnly,
}: {
  to: string
  keep?: Array<[name: string, value: string]>
  label?: string
  isPhoneOnly?: boolean
}) {
  const t = useLabels('lobby')
  const navigator = useNavigator()
  const { search } = usePlace()
  const action = useLocalePath()(to)
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asked = new URLSearchParams(search).get('search')

  // The URL may change elsewhere: by Back, or the header's search.
  useEffect(() => {
    if (input.current && document.activeElement !== input.current) input.current.value = asked ?? ''
  }, [asked])
  useEffect(() => () => clearTimeout(timer.current), [search])

  const searchSoon = (text: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const next = new URLSearchParams([...keep, ['search', text]])
      if (location.pathname === action) navigator.setSearch(`?${next}`, { replace: true })
    }, pauseMs)
  }
  return (
    <form
      className={styles.box}
      data-phone={isPhoneOnly || undefined}
      role="search"
      aria-label={label ?? t('searchPlaceholder')}
      action={action}
      method="get"
    >
      <Icon name="search" />
      {keep.map(([name, value]) => (
        <input key={name + value} type="hidden" name={name} value={value} />
      ))}
      <input
        ref={input}
        id="search"
        type="search"
        name="search"
        defaultValue={asked ?? ''}
        placeholder={label ?? t('searchPlaceholder')}
        aria-label={label ?? t('searchPlaceholder')}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={100}
        onChange={(event) => searchSoon(event.currentTarget.value)}
      />
    </form>
  )
}
