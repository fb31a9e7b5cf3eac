/** The choice between available bonuses, a promo code and no bonus, all equally prominent. */
import { useId } from 'react'
import type { DepositBonus } from '#contract/bonuses.ts'
import { byPackage } from '../../features/bonuses/terms.ts'
import { Skeleton } from '../../design/skeleton/skeleton.tsx'
import { useLabels } from '../../render/labels.tsx'
import { ModalLink } from '../use-modal.tsx'
import { BonusRow, ChoiceRow } from './bonus-row.tsx'
import { PresetNote } from './preset-note.tsx'
import { PromoCode } from './promo-code.tsx'
import type { BonusChooserState } from './use-bonus-choice.ts'
import styles from './bonus-chooser.module.css'

export function BonusChooser({ state, currency }: { state: BonusChooserState; currency: string }) {
  const t = useLabels('bonuses')
  const name = useId()
  const { choice, bonuses, choose } = state
  if (!choice) return state.isLoading ? <LoadingChooser /> : null
  const row = (bonus: DepositBonus) => (
    <BonusRow
      key={bonus.id}
      bonus={bonus}
      currency={currency}
      name={name}
      isChosen={choice.kind === 'bonus' && choice.id === bonus.id}
      onChoose={() => choose({ kind: 'bonus', id: bonus.id })}
    />
  )
  return (
    <fieldset className={styles.chooser}>
      <legend>{t('chooserTitle')}</legend>
      <PresetNote currency={currency} offered={bonuses} />
      {byPackage(bonuses).map((group) => (
        <div key={group.key} className={styles.group} role="group" aria-label={group.name ?? t('singleBonuses')}>
          {group.name && (
            <p className={styles.package}>
              {group.name}
              <ModalLink
                modal="package-bonus"
                value={group.key}
                className={styles.about}
                aria-label={t('packageOf', { name: group.name })}
              >
                {t('package')}
              </ModalLink>
            </p>
          )}
          {group.bonuses.map(row)}
        </div>
      ))}
      <PromoCode state={state} currency={currency} name={name} />
      <ChoiceRow
        name={name}
        isChosen={choice.kind === 'declined'}
        onChoose={() => choose({ kind: 'declined', by: 'player' })}
        title={t('decline')}
        note={t(bonuses.length === 0 && choice.kind === 'declined' ? 'noneFits' : 'declineNote')}
      />
    </fieldset>
  )
}

/** A placeholder as high as three rows, so that the submit button hardly moves when the bonuses load. */
function LoadingChooser() {
  const t = useLabels('bonuses')
  return (
    <fieldset className={styles.chooser} aria-busy="true">
      <legend>{t('chooserTitle')}</legend>
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} height={56} />
      ))}
    </fieldset>
  )
}
