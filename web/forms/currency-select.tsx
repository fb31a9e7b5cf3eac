/** A native select for the enabled currencies, fiat before crypto. */
import type { Ref } from 'react'
import { useApi } from '../api/use-api.ts'
import { useLabels } from '../render/labels.tsx'
import { Flag } from '../design/flag/flag.tsx'
import type { ChooserProps } from './chooser.tsx'
import { FlaggedSelect } from './flagged-select.tsx'
import styles from './forms.module.css'

const flagOfCurrency: Record<string, string> = { EUR: 'EU', USD: 'US', BRL: 'BR' }

export function CurrencySelect({ onChoose, label: _label, placeholder, ref, ...rest }: ChooserProps) {
  const t = useLabels('fields')
  const { data: currencies = [] } = useApi('GET /api/settings/currencies')
  const offered = currencies.filter(({ isEnabled }) => isEnabled)
  const symbol = offered.find(({ code }) => code === rest.value)?.symbol ?? ''
  const flag = flagOfCurrency[rest.value]
  return (
    <FlaggedSelect
      {...rest}
      ref={ref as Ref<HTMLSelectElement>}
      onChange={(event) => onChoose(event.target.value)}
      before={
        flag ? (
          <Flag country={flag} />
        ) : (
          <span className={styles.symbol} aria-hidden="true">
            {symbol}
          </span>
        )
      }
    >
      <option value="" hidden>
        {placeholder ?? t('chooseCurrency')}
      </option>
      {(['fiat', 'crypto'] as const).map((type) => (
        <optgroup key={type} label={t(type)}>
          {offered
            .filter((currency) => currency.type === type)
            .map(({ code, name }) => (
              <option key={code} value={code}>
                {code} · {name}
              </option>
            ))}
        </optgroup>
      ))}
    </FlaggedSelect>
  )
}
