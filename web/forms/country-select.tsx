/** A select for countries, with flags and names in the language of the page. */
import { useMemo } from 'react'
import { useApi } from '../api/use-api.ts'
import { useLocale, useLabels } from '../render/labels.tsx'
import { Flag } from '../design/flag/flag.tsx'
import { Chooser, type ChooserProps } from './chooser.tsx'

/** For residence, only permitted countries can be chosen; for nationality (`ofAll`), all. */
export function CountrySelect({ ofAll = false, placeholder, ...rest }: ChooserProps & { ofAll?: boolean }) {
  const t = useLabels('fields')
  const locale = useLocale()
  const { data } = useApi('GET /api/settings/countries', { query: { locale } })
  const options = useMemo(
    () =>
      (data ?? [])
        .filter(({ restrictType }) => ofAll || restrictType !== 2)
        .map(({ code, name }) => ({ value: code, label: name, before: <Flag country={code} /> })),
    [data, ofAll],
  )
  return (
    <Chooser
      {...rest}
      options={options}
      placeholder={placeholder ?? t('chooseCountry')}
      before={(code) => <Flag country={code} />}
    />
  )
}
