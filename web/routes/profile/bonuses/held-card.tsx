/** One bonus or set of free spins: value, progress, expiry and actions. */
import { useState } from 'react'
import { ApiError } from '../../../api/client.ts'
import { Badge } from '../../../design/badge/badge.tsx'
import { Button, buttonClass, ButtonLink } from '../../../design/button/button.tsx'
import { Money, useMoney } from '../../../design/money/money.tsx'
import { When } from '../../../design/when/when.tsx'
import { type Held, usePlayerBonusActions } from '../../../features/bonuses/held.ts'
import { useHeldFault } from '../../../features/bonuses/use-held-fault.ts'
import { HeldProgress } from '../../../features/bonuses/held-progress.tsx'
import { ModalLink, useModal } from '../../../modals/use-modal.tsx'
import { useLabels } from '../../../render/labels.tsx'
import styles from './bonuses.module.css'

export function HeldCard({ held, all }: { held: Held; all: Held[] }) {
  const t = useLabels('bonuses')
  const money = useMoney()
  const isActive = held.status === 2
  return (
    <article className={styles.card} data-active={isActive || undefined}>
      <header className={styles.head}>
        <h3>{held.name}</h3>
        <Badge tone={isActive ? 'success' : 'info'}>{t(isActive ? 'active' : 'issued')}</Badge>
      </header>
      <p className={styles.amount}>
        {held.kind === 'bonus' ? (
          <Money amount={held.amount} currency={held.currency} />
        ) : (
          t('spins', { count: held.count })
        )}
      </p>
      <HeldProgress held={held} />
      {held.kind === 'freespin' && held.winsSetAside > 0 && (
        <p className={styles.note}>{t('spinWinsSoFar', { amount: money(held.winsSetAside, held.currency) })}</p>
      )}
      <p className={styles.conditions}>
        {held.kind === 'freespin' && held.winsTerms && held.winsTerms.wageringMultiplier > 0 && (
          <>{t('shortWinsWager', { times: held.winsTerms.wageringMultiplier })} ·&nbsp;</>
        )}
        {held.kind === 'bonus' && held.maxBetAmount !== null && (
          <>{t('termMaxBetAmount', { amount: money(held.maxBetAmount, held.currency) })} ·&nbsp;</>
        )}
        {t('expiresAt')} <When at={held.expiresAt} form="short" />
      </p>
      <div className={styles.actions}>
        {isActive ? (
          held.kind === 'freespin' && (
            <ButtonLink to={`/games/${held.gameId}`} tone="primary" size="s" icon="play">
              {t('playSpins')}
            </ButtonLink>
          )
        ) : (
          <Activate held={held} all={all} />
        )}
        {held.packageId && (
          <ModalLink
            modal="package-bonus"
            value={held.packageId}
            className={buttonClass}
            data-tone="plain"
            data-size="s"
          >
            {t('package')}
          </ModalLink>
        )}
        <ModalLink modal="bonus-details" value={held.id} className={buttonClass} data-tone="quiet" data-size="s">
          {t('details')}
        </ModalLink>
        <ModalLink modal={giveUpKey(held)} value={held.id} className={buttonClass} data-tone="plain" data-size="s">
          {t('giveUp')}
        </ModalLink>
      </div>
    </article>
  )
}

/** The confirmation asked before cancelling. */
function giveUpKey(held: Held) {
  if (held.status === 1) return 'cancel-issued-bonus'
  return held.kind === 'bonus' && held.unsettledStake > 0 ? 'cancel-unsettled-bonus' : 'cancel-active-bonus'
}

/** When another bonus is active in this wallet, the player confirms first: only one can be active. */
function Activate({ held, all }: { held: Held; all: Held[] }) {
  const t = useLabels('bonuses')
  const modal = useModal()
  const tellFault = useHeldFault()
  const { activate } = usePlayerBonusActions()
  const [isBusy, setBusy] = useState(false)
  const hasOther =
    held.kind === 'bonus' &&
    all.some((other) => other.kind === 'bonus' && other.status === 2 && other.currency === held.currency)
  const begin = async () => {
    if (hasOther) return modal.open('change-active-bonus', held.id)
    setBusy(true)
    try {
      await activate(held.kind, held.id)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.name === 'anotherIsActive') modal.open('change-active-bonus', held.id)
      else if (error.name === 'playerExcluded') modal.open('game-limit-reached')
      else await tellFault(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button tone="primary" size="s" isBusy={isBusy} onClick={() => void begin()}>
      {t('activate')}
    </Button>
  )
}
