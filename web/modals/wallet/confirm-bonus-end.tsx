/** Replaces the submit button before a withdrawal that ends bonuses, lists them, and asks whether to continue. */
import { useEffect, useRef } from 'react'
import { Button } from '../../design/button/button.tsx'
import { useLabels, useList } from '../../render/labels.tsx'
import styles from '../wallet.module.css'

type ConfirmBonusEndProps = {
  names: string[]
  /** Whether the policy permits the player to cancel the withdrawal later. */
  canCancel: boolean
  isBusy: boolean
  onConfirm: () => void
  onKeep: () => void
}

export function ConfirmBonusEnd({ names, canCancel, isBusy, onConfirm, onKeep }: ConfirmBonusEndProps) {
  const t = useLabels('wallet')
  const list = useList()
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
        {t('bonusEndText', { names: list(names) })} {canCancel && t('bonusEndFinal')}
      </p>
      <Button tone="primary" size="l" isWide isBusy={isBusy} onClick={onConfirm}>
        {t('bonusEndConfirm')}
      </Button>
      <Button size="l" isWide disabled={isBusy} onClick={onKeep}>
        {t('bonusEndKeep')}
      </Button>
    </div>
  )
}
