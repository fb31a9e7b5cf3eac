/** The choice between available bonuses, a promo code and no bonus, all equally prominent. */
import { useId } from 'react'
import type { DepositBonus } from '#contract/bonuses.ts'
import { useQuoted } from '../../features/bonuses/use-quoted.ts'
import { byPackage, depositRange } from '../../features/bonuses/terms.ts'
import { Skeleton } from '../../design/skeleton/skeleton.tsx'
import { useMoney } from '../../design/money/money.tsx'
import { useLabels, useList } from '../../render/labels.tsx'
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
      <Unlockable bonuses={state.unlockable} currency={currency} amount={state.amount} />
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

type UnlockableProps = { bonuses: DepositBonus[]; currency: string; amount: number | null }
/** Names the bonuses that another amount would unlock. */
function Unlockable({ bonuses, currency, amount }: UnlockableProps) {
  const t = useLabels('bonuses')
  const list = useList()
  const quoted = useQuoted()
  const money = useMoney()
  const offers = bonuses.flatMap((bonus) => {
    const range = depositRange(bonus, currency)
    if (!range) return []
    const isTooLittle = (amount ?? 0) < range.from
    const bound = money(isTooLittle ? range.from : range.to!, currency, { isShort: true })
    return [t(isTooLittle ? 'unlockFrom' : 'unlockUpTo', { name: quoted(bonus.name), amount: bound })]
  })
  return offers.length > 0 && <p className={styles.unlockable}>{t('unlockTitle', { list: list(offers) })}</p>
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
