/** Chooses the equivalent currency for balances. */
import type { ModalModule } from '../modals.ts'
import { useApi } from '../api/use-api.ts'
import { Icon } from '../design/icon/icon.tsx'
import { CurrencyMark } from '../features/wallet/currency-mark.tsx'
import { useEquivalentChoice } from '../features/wallet/equivalent.ts'
import { useLabels } from '../render/labels.tsx'
import { ModalBody, ModalTitle } from './modal-frame.tsx'
import { useModal } from './use-modal.tsx'
import styles from './wallet/choices.module.css'

function EquivalentCurrency() {
  const t = useLabels('wallet')
  const modal = useModal()
  const { code: chosen, choose, show } = useEquivalentChoice()
  const { data = [] } = useApi('GET /api/settings/currencies')
  return (
    <>
      <ModalTitle description={t('equivalentText')}>{t('equivalentTitle')}</ModalTitle>
      <ModalBody>
        <ul className={styles.list}>
          {data
            .filter(({ isEnabled }) => isEnabled)
            .map(({ code, name }) => (
              <li key={code}>
                <button
                  type="button"
                  className={styles.row}
                  aria-pressed={code === chosen}
                  onClick={() => {
                    choose(code)
                    show(true)
                    modal.close('equivalent-currency')
                  }}
                >
                  <CurrencyMark currency={code} />
                  <span className={styles.name}>
                    {name}
                    <small>{code}</small>
                  </span>
                  {code === chosen && <Icon name="check" />}
                </button>
              </li>
            ))}
        </ul>
      </ModalBody>
    </>
  )
}

export const modal: ModalModule = { View: EquivalentCurrency, labels: ['wallet'] }
