/** One option of the bonus chooser: a radio button with the conditions, and a link to all terms. */
import { type ReactNode, useId } from 'react'
import type { DepositBonus } from '#contract/bonuses.ts'
import { buttonClass } from '../../design/button/button.tsx'
import { Icon } from '../../design/icon/icon.tsx'
import { useConditionText } from '../../features/bonuses/use-condition-text.ts'
import { useLabels } from '../../render/labels.tsx'
import { ModalLink } from '../use-modal.tsx'
import styles from './bonus-chooser.module.css'

type ChoiceRowProps = {
  name: string
  isChosen: boolean
  onChoose: () => void
  title: ReactNode
  note: ReactNode
  children?: ReactNode
}
/** `onChoose` is also called for a click on the preselected option, which makes it the player's choice. */
export function ChoiceRow({ name, isChosen, onChoose, title, note, children }: ChoiceRowProps) {
  const id = useId()
  return (
    <div className={styles.row} data-chosen={isChosen || undefined}>
      <label className={styles.label} htmlFor={id}>
        <input
          id={id}
          type="radio"
          name={name}
          checked={isChosen}
          onChange={onChoose}
          onClick={isChosen ? onChoose : undefined}
        />
        <strong>{title}</strong>
        <small>{note}</small>
      </label>
      {children}
    </div>
  )
}

type BonusRowProps = { bonus: DepositBonus; currency: string; name: string; isChosen: boolean; onChoose: () => void }
export function BonusRow({ bonus, currency, name, isChosen, onChoose }: BonusRowProps) {
  const conditions = useConditionText()
  return (
    <ChoiceRow
      name={name}
      isChosen={isChosen}
      onChoose={onChoose}
      title={bonus.name}
      note={conditions(bonus, currency)}
    >
      <MoreInfo bonus={bonus} />
    </ChoiceRow>
  )
}

export function MoreInfo({ bonus }: { bonus: DepositBonus }) {
  const t = useLabels('bonuses')
  return (
    <ModalLink
      modal="wallet-bonus-info"
      value={bonus.id}
      className={`${buttonClass} ${styles.info}`}
      data-tone="plain"
      data-size="s"
      aria-label={t('moreInfoOf', { name: bonus.name })}
    >
      <Icon name="info" />
    </ModalLink>
  )
}
