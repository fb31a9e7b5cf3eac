/** A phone number with a country: selecting a country sets the calling code, and typing a code selects the country. */
import { type Ref, useEffect, useMemo, useRef, useState } from 'react'
import { useApi } from '../api/use-api.ts'
import { Input } from '../design/field/field.tsx'
import { Flag } from '../design/flag/flag.tsx'
import { Icon } from '../design/icon/icon.tsx'
import { useLabels, useLocale } from '../render/labels.tsx'
import { useVisitor } from '../render/router.tsx'
import type { ChooserProps } from './chooser.tsx'
import type { Option } from './find-options.ts'
import { OptionPopup } from './option-popup.tsx'
import {
  countryOfPhone,
  hasOwnPrefix,
  movedToCountry,
  readEarlyEntry,
  readPhoneEntry,
  withPrefix,
} from './phone-entry.ts'
import { type OptionList, useOptionList } from './use-option-list.ts'
import styles from './phone-input.module.css'

type PhoneInputProps = ChooserProps & {
  /** The country selected elsewhere in the form. The number follows it until a calling code is chosen or typed here. */
  formCountry?: string | null
}

export function PhoneInput({
  ref,
  name,
  value,
  onChoose,
  onBlur,
  onFocus,
  label: _label,
  placeholder = '',
  formCountry = null,
  ...rest
}: PhoneInputProps) {
  const { countries, country, home, isChosenHere, choose } = usePhoneCountry(value, formCountry)
  const frame = useRef<HTMLDivElement>(null)
  const prefix = country?.phonePrefix ?? ''
  // The placeholder from the content is for one country; others show their calling code.
  const example = placeholder.startsWith(prefix) ? placeholder : prefix
  // An empty field shows the calling code while it has the focus, but the value in the form stays empty.
  const { init } = useVisitor()
  const followed = useRef(formCountry || init.country)
  useEffect(() => {
    const before = followed.current
    if (!formCountry || before === formCountry) return
    followed.current = formCountry
    if (!before || isChosenHere) return
    const moved = movedToCountry(value, before, formCountry, countries)
    if (moved !== value) onChoose(moved)
  }, [formCountry, isChosenHere, value, countries, onChoose])
  const [isHinting, setHinting] = useState(false)
  const earlyText = useRef('')
  useEffect(() => {
    if (countries.length === 0 || earlyText.current === '') return
    onChoose(readEarlyEntry(earlyText.current, home?.phonePrefix ?? '', countries))
    earlyText.current = ''
  }, [countries, home, onChoose])
  const enter = (text: string) => {
    if (countries.length === 0) earlyText.current = text
    const entry = readPhoneEntry(text, prefix, countries, value)
    const typed = hasOwnPrefix(text) ? countryOfPhone(entry, countries, country?.code ?? null) : undefined
    if (typed) choose(typed.code)
    setHinting(entry === prefix)
    onChoose(entry === prefix ? '' : entry)
  }
  const options = useMemo(() => callingCodes(countries), [countries])
  const list = useOptionList(options, country?.code ?? '', (code) => {
    choose(code)
    if (value !== '')
      onChoose(withPrefix(value, prefix, countries.find((item) => item.code === code)?.phonePrefix ?? ''))
    frame.current?.querySelector<HTMLInputElement>('input[type=tel]')?.focus()
  })
  return (
    <div ref={frame}>
      <div dir="ltr">
        <Input
          {...rest}
          ref={ref as Ref<HTMLInputElement>}
          type="tel"
          inputMode="tel"
          name={name}
          value={value === '' && isHinting ? prefix : value}
          placeholder={example}
          before={<Prefix list={list} country={country} isDisabled={rest.disabled} />}
          onChange={(event) => enter(event.target.value)}
          onFocus={() => {
            setHinting(true)
            onFocus()
          }}
          onBlur={() => {
            setHinting(false)
            onBlur()
          }}
        />
      </div>
      {list.isOpen && <CountryPopup list={list} value={country?.code ?? ''} anchor={frame} />}
    </div>
  )
}

type Country = { code: string; name: string; phonePrefix: string }

/** The options of the list of countries: name, calling code and flag. */
export function callingCodes(countries: Country[]): Option[] {
  return countries.map(({ code, name, phonePrefix }) => ({
    value: code,
    label: name,
    detail: `+${phonePrefix}`,
    before: <Flag country={code} />,
  }))
}

/**
 * `country` is the country of the number, or `home` if it is empty: selected here, else in the form, else the
 * visitor's.
 */
function usePhoneCountry(
  value: string,
  formCountry: string | null,
): {
  countries: Country[]
  country: Country | undefined
  home: Country | undefined
  isChosenHere: boolean
  choose: (code: string) => void
} {
  const locale = useLocale()
  const { init } = useVisitor()
  const { data } = useApi('GET /api/settings/countries', { query: { locale } })
  const [selectedHere, choose] = useState<string | null>(null)
  const chosen = selectedHere ?? (formCountry || init.country)
  const countries = useMemo(() => (data ?? []).filter(({ restrictType }) => restrictType !== 2), [data])
  const home = countries.find(({ code }) => code === chosen)
  const country = value === '' ? home : countryOfPhone(value, countries, chosen)
  return { countries, country, home, isChosenHere: selectedHere !== null, choose }
}

function Prefix({
  list,
  country,
  isDisabled,
}: {
  list: OptionList
  country: Country | undefined
  isDisabled: boolean | undefined
}) {
  const t = useLabels('fields')
  return (
    <>
      <button
        type="button"
        className={styles.prefix}
        disabled={isDisabled}
        aria-haspopup="dialog"
        aria-expanded={list.isOpen}
        onClick={() => (list.isOpen ? list.close() : list.open())}
        aria-label={
          country ? t('callingCode', { country: country.name, prefix: country.phonePrefix }) : t('chooseCallingCode')
        }
      >
        {country ? <Flag country={country.code} /> : <Icon name="globe" />}
        <Icon name="chevron-down" />
      </button>
      <span className={styles.plus} aria-hidden="true">
        +
      </span>
    </>
  )
}

function CountryPopup({
  list,
  value,
  anchor,
}: {
  list: OptionList
  value: string
  anchor: React.RefObject<HTMLElement | null>
}) {
  const t = useLabels('fields')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    input.current?.focus()
  }, [])
  return (
    <OptionPopup list={list} value={value} label={t('chooseCallingCode')} anchor={anchor}>
      <div className={styles.search}>
        <Input
          {...list.aria}
          aria-label={t('search')}
          placeholder={t('search')}
          value={list.query}
          ref={input}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="done"
          before={
            <span className={styles.glass}>
              <Icon name="search" />
            </span>
          }
          onChange={(event) => list.search(event.target.value)}
          onKeyDown={list.onKeyDown}
          onBlur={list.close}
        />
      </div>
    </OptionPopup>
  )
}
