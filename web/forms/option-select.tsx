/** A field with fixed options. Short lists use a native select; time zones are searchable. */
import { type Ref, useMemo } from 'react'
import type { FieldFacts } from '#contract/fields/catalogue.ts'
import { useApi } from '../api/use-api.ts'
import { Select } from '../design/field/field.tsx'
import { useLabels, useLocale } from '../render/labels.tsx'
import { useVisitor } from '../render/router.tsx'
import { Chooser, type ChooserProps } from './chooser.tsx'
import type { Option } from './find-options.ts'

type OptionSelectProps = ChooserProps & { from: FieldFacts['options']; texts: Record<string, string> | undefined }

export function OptionSelect({ from, texts, ...rest }: OptionSelectProps) {
  const { locales } = useVisitor()
  const locale = useLocale()
  if (from === 'timeZones') return <TimeZoneSelect {...rest} />
  const named = Object.entries(texts ?? {}).map(([value, label]) => ({ value, label }))
  const options =
    from === 'locales'
      ? locales.map(({ code, name }) => ({ value: code, label: name }))
      : from === 'languages'
        ? languagesOf(
            locales.map(({ code }) => code),
            locale,
          )
        : named
  return <ShortSelect {...rest} options={options} />
}

function ShortSelect({
  options,
  onChoose,
  label: _label,
  placeholder,
  ref,
  ...rest
}: ChooserProps & { options: Option[] }) {
  const t = useLabels('fields')
  return (
    <Select {...rest} ref={ref as Ref<HTMLSelectElement>} onChange={(event) => onChoose(event.target.value)}>
      <option value="" hidden>
        {placeholder ?? t('chooseOption')}
      </option>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  )
}

function TimeZoneSelect(props: ChooserProps) {
  const { data } = useApi('GET /api/settings/constants')
  const { value } = props
  const options = useMemo(() => {
    const listed = (data?.timeZones ?? []).map(({ id, name }) => ({ value: id, label: name }))
    // The player may have chosen the zone when it had another name.
    const isListed = !value || !data || listed.some((option) => option.value === value)
    return isListed ? listed : [{ value, label: value.replaceAll('_', ' ').replaceAll('/', ' / ') }, ...listed]
  }, [data, value])
  return <Chooser {...props} options={options} />
}

/** Returns the languages of the site's locales, with names in the language of the page. */
function languagesOf(codes: string[], locale: string): Option[] {
  const names = new Intl.DisplayNames(locale, { type: 'language' })
  return [...new Set(codes.map((code) => code.split('-')[0]!))].map((code) => ({
    value: code,
    label: names.of(code) ?? code,
  }))
}
