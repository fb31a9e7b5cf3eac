/** One bonus or set of free spins: value, progress, expiry and actions. */
import { useState } from 'react'
import { ApiError } from '../../../api/client.ts'
import { Badge } from '../../../design/badge/badge.tsx'
import { Button, buttonClass, ButtonLink } from '../../../design/button/button.tsx'
import { Money, useMoney } from '../../../design/money/money.tsx'
import { When } from '../../../design/when/when.tsx'
import { type PlayerBonusOrSpins, usePlayerBonusActions } from '../../../features/bonuses/player-bonuses.ts'
import { useBonusError } from '../../../features/bonuses/use-bonus-error.ts'
import { BonusProgress } from '../../../features/bonuses/bonus-progress.tsx'
import { ModalLink, useModal } from '../../../modals/use-modal.tsx'
import { useLabels } from '../../../render/labels.tsx'
import styles from './bonuses.module.css'

export function BonusCard({ bonus, all }: { bonus: PlayerBonusOrSpins; all: PlayerBonusOrSpins[] }) {
  const t = useLabels('bonuses')
  const money = useMoney()
  const isActive = bonus.status === 2
  return (
    <article className={styles.card} data-active={isActive || undefined}>
      <header className={styles.head}>
        <h3>{bonus.name}</h3>
        <Badge tone={isActive ? 'success' : 'info'}>{t(isActive ? 'active' : 'issued')}</Badge>
      </header>
      <p className={styles.amount}>
        {bonus.kind === 'bonus' ? (
          <Money amount={bonus.amount} currency={bonus.currency} />
        ) : (
          t('spins', { count: bonus.count })
        )}
      </p>
      <BonusProgress bonus={bonus} />
      {bonus.kind === 'freespin' && bonus.winsSetAside > 0 && (
        <p className={styles.note}>{t('spinWinsSoFar', { amount: money(bonus.winsSetAside, bonus.currency) })}</p>
      )}
      <p className={styles.conditions}>
        {bonus.kind === 'freespin' && bonus.winsTerms && bonus.winsTerms.wageringMultiplier > 0 && (
          <>{t('shortWinsWager', { times: bonus.winsTerms.wageringMultiplier })} ·&nbsp;</>
        )}
        {bonus.kind === 'bonus' && bonus.maxBetAmount !== null && (
          <>{t('termMaxBetAmount', { amount: money(bonus.maxBetAmount, bonus.currency) })} ·&nbsp;</>
        )}
        {t('expiresAt')} <When at={bonus.expiresAt} form="short" />
      </p>
      <div className={styles.actions}>
        {isActive ? (
          bonus.kind === 'freespin' && (
            <ButtonLink to={`/games/${bonus.gameId}?play=real`} tone="primary" size="s" icon="play">
              {t('playSpins')}
            </ButtonLink>
          )
        ) : (
          <Activate bonus={bonus} all={all} />
        )}
        {bonus.packageId && (
          <ModalLink
            modal="package-bonus"
            value={bonus.packageId}
            className={buttonClass}
            data-tone="plain"
            data-size="s"
          >
            {t('package')}
          </ModalLink>
        )}
        <ModalLink modal="bonus-details" value={bonus.id} className={buttonClass} data-tone="quiet" data-size="s">
          {t('details')}
        </ModalLink>
        <ModalLink modal={cancelModal(bonus)} value={bonus.id} className={buttonClass} data-tone="plain" data-size="s">
          {t('giveUp')}
        </ModalLink>
      </div>
    </article>
  )
}

/** Returns the modal that asks for confirmation before cancelling. */
function cancelModal(bonus: PlayerBonusOrSpins) {
  if (bonus.status === 1) return 'cancel-issued-bonus'
  return bonus.kind === 'bonus' && bonus.unsettledStake > 0 ? 'cancel-unsettled-bonus' : 'cancel-active-bonus'
}

/** Activates a bonus. If another one is active in its currency, the player must confirm the replacement. */
function Activate({ bonus, all }: { bonus: PlayerBonusOrSpins; all: PlayerBonusOrSpins[] }) {
  const t = useLabels('bonuses')
  const modal = useModal()
  const showError = useBonusError()
  const { activate } = usePlayerBonusActions()
  const [isBusy, setBusy] = useState(false)
  const hasOther =
    bonus.kind === 'bonus' &&
    all.some((other) => other.kind === 'bonus' && other.status === 2 && other.currency === bonus.currency)
  const begin = async () => {
    if (hasOther) return modal.open('change-active-bonus', bonus.id)
    setBusy(true)
    try {
      await activate(bonus.kind, bonus.id)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.name === 'anotherIsActive') modal.open('change-active-bonus', bonus.id)
      else if (error.name === 'playerExcluded') modal.open('game-limit-reached')
      else await showError(error)
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
