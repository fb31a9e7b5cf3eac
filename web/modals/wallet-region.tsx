/** Selects the country whose payment methods are shown. */
import { useState } from 'react'
import type { ModalModule } from '../modals.ts'
import { useApi } from '../api/use-api.ts'
import { Field, Input } from '../design/field/field.tsx'
import { Icon } from '../design/icon/icon.tsx'
import { Flag } from '../design/flag/flag.tsx'
import { usePaymentRegion } from '../features/wallet/region.ts'
import { useLabels, useLocale } from '../render/labels.tsx'
import { ModalBody, ModalTitle } from './modal-frame.tsx'
import { useModal } from './use-modal.tsx'
import styles from './wallet/choices.module.css'

function WalletRegion() {
  const t = useLabels('wallet')
  const locale = useLocale()
  const modal = useModal()
  const [text, setText] = useState('')
  const { country, choose } = usePaymentRegion()
  const { data = [] } = useApi('GET /api/settings/countries')
  const nameOf = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' })
  const order = new Intl.Collator(locale)
  const needle = text.trim().toLocaleLowerCase(locale)
  const shown = data
    .map(({ code }) => ({ code, name: nameOf.of(code) ?? code }))
    .filter(({ name }) => name.toLocaleLowerCase(locale).includes(needle))
    .toSorted((a, b) => order.compare(a.name, b.name))
  return (
    <>
      <ModalTitle description={t('regionText')}>{t('regionTitle')}</ModalTitle>
      <ModalBody>
        <Field
          label={t('searchCountry')}
          render={(control) => (
            <Input
              {...control}
              type="search"
              value={text}
              onChange={(event) => setText(event.target.value)}
              autoComplete="off"
            />
          )}
        />
        <div className={styles.found}>
          <ul className={styles.list}>
            {shown.map(({ code, name }) => (
              <li key={code}>
                <button
                  type="button"
                  className={styles.row}
                  aria-pressed={code === country}
                  onClick={() => {
                    choose(code)
                    modal.close('wallet-region')
                  }}
                >
                  <Flag country={code} />
                  <span className={styles.name}>{name}</span>
                  {code === country && <Icon name="check" />}
                </button>
              </li>
            ))}
          </ul>
          {shown.length === 0 && <p role="status">{t('noCountry')}</p>}
        </div>
      </ModalBody>
    </>
  )
}

export const modal: ModalModule = { View: WalletRegion, labels: ['wallet'] }
