/** Countries by their names in the page's language. A native select: phones bring their own wheel, keyboards their type-ahead. */
import type { Ref } from 'react'
import type { ControlProps } from '../design/field/field.tsx'
import { useApi } from '../api/use-api.ts'
import { useLocale, useLabels } from '../render/labels.tsx'
import { Flag } from '../design/flag/flag.tsx'
import { FlaggedSelect } from './flagged-select.tsx'

export type ChooserProps = ControlProps & {
  ref: Ref<HTMLSelectElement>
  name: string
  value: string
  onChoose: (value: string) => void
  onBlur: () => void
  onFocus: () => void
  autoComplete?: string | undefined
}

export function CountrySelect({ onChoose, ...rest }: ChooserProps) {
  const t = useLabels('fields')
  const locale = useLocale()
  const { data: countries = [] } = useApi('GET /api/settings/countries', { query: { locale } })
  return (
    <FlaggedSelect {...rest} onChange={(event) => onChoose(event.target.value)} before={<Flag country={rest.value} />}>
      <option value="" hidden>{t('chooseCountry')}</option>
      {countries.filter(({ restrictType }) => restrictType !== 2).map(({ code, name }) => <option key={code} value={code}>{name}</option>)}
    </FlaggedSelect>
  )
}
