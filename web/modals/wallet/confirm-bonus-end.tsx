/** Replaces the submit button before a withdrawal that ends bonuses, lists them, and asks whether to continue. */
import { useEffect, useRef } from 'react'
import { GuardedButton } from '../../design/button/guarded-button.tsx'
import { useMoney } from '../../design/money/money.tsx'
import { useQuoted } from '../../features/bonuses/use-quoted.ts'
import { useLabels, useList } from '../../render/labels.tsx'
import styles from '../wallet.module.css'

type ConfirmBonusEndProps = {
  names: string[]
  /** The bonus money that is lost. */
  lost: number
  currency: string
  /** Whether the policy permits the player to cancel the withdrawal later. */
  canCancel: boolean
  isBusy: boolean
  onConfirm: () => void
  onKeep: () => void
}

export function ConfirmBonusEnd({ names, lost, currency, canCancel, isBusy, onConfirm, onKeep }: ConfirmBonusEndProps) {
  const t = useLabels('wallet')
  const list = useList()
  const quoted = useQuoted()
  const money = useMoney()
  const first = useRef<HTMLDivElement>(null)
  useEffect(() => {
    first.current?.focus()
  }, [])
  return (
    <div
      ref={first}
      className={styles.submit}
      role="alertdialog"
      aria-labelledby="bonus-end-title"
      aria-describedby="bonus-end-text"
      tabIndex={-1}
    >
      <h3 id="bonus-end-title">{t('bonusEndTitle')}</h3>
      <p id="bonus-end-text">
        {t('bonusEndText', { names: list(names.map(quoted)), amount: money(lost, currency) })}{' '}
        {canCancel && t('bonusEndFinal')}
      </p>
      <GuardedButton act="end bonuses" tone="primary" size="l" isWide isBusy={isBusy} onClick={onConfirm}>
        {t('bonusEndConfirm')}
      </GuardedButton>
      <GuardedButton act="keep bonuses" size="l" isWide disabled={isBusy} onClick={onKeep}>
        {t('bonusEndKeep')}
      </GuardedButton>
    </div>
  )
}
