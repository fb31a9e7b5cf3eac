/** Confirms cancelling or replacing a bonus: what is lost and what remains. */
import { useState } from 'react'
import type { ModalKey, ModalModule, ModalProps } from '../modals.ts'
import { ApiError } from '../api/client.ts'
import { GuardedButton } from '../design/button/guarded-button.tsx'
import { Empty } from '../design/empty/empty.tsx'
import { Spinner } from '../design/spinner/spinner.tsx'
import { useMoney } from '../design/money/money.tsx'
import { type PlayerBonusOrSpins, usePlayerBonuses, usePlayerBonusActions } from '../features/bonuses/player-bonuses.ts'
import { useBonusError } from '../features/bonuses/use-bonus-error.ts'
import { useLabels } from '../render/labels.tsx'
import { ModalActions, ModalBody, ModalTitle } from './modal-frame.tsx'
import { useModal } from './use-modal.tsx'

type Question = 'change-active-bonus' | 'cancel-active-bonus' | 'cancel-issued-bonus' | 'cancel-unsettled-bonus'

/** The value of the query key is the id of the bonus. For `bonus-confirm-action`, its state selects the question. */
function BonusConfirmAction({ value: id, modalKey = 'bonus-confirm-action' }: ModalProps) {
  const t = useLabels('bonuses')
  const modal = useModal()
  const { all, isPending } = usePlayerBonuses()
  const subject = all.find((each) => each.id === id)
  const close = () => modal.close(modalKey)
  if (!subject) {
    return (
      <>
        <ModalTitle>{t('bonus')}</ModalTitle>
        <ModalBody>
          {isPending ? (
            <Spinner label={t('loading')} />
          ) : (
            <Empty icon="gift" title={t('lockTitle')}>
              {t('lockText')}
            </Empty>
          )}
        </ModalBody>
      </>
    )
  }
  const active = all.find(
    (each) => each.kind === 'bonus' && each.status === 2 && each.currency === subject.currency && each.id !== id,
  )
  return <ConfirmForm key={subject.id} modalKey={modalKey} subject={subject} active={active} onClose={close} />
}

/** Selects the question by the current state, because rounds may have ended since the link was rendered. */
function questionOf(key: ModalKey, subject: PlayerBonusOrSpins): Question {
  if (key === 'change-active-bonus') return key
  if (subject.status === 1) return 'cancel-issued-bonus'
  return unsettledOf(subject) > 0 ? 'cancel-unsettled-bonus' : 'cancel-active-bonus'
}

function unsettledOf(bonus: PlayerBonusOrSpins): number {
  return bonus.kind === 'bonus' ? bonus.unsettledStake : 0
}

type ConfirmFormProps = {
  modalKey: ModalKey
  subject: PlayerBonusOrSpins
  active: PlayerBonusOrSpins | undefined
  onClose: () => void
}
function ConfirmForm({ modalKey, subject, active, onClose }: ConfirmFormProps) {
  const t = useLabels('bonuses')
  const money = useMoney()
  const modal = useModal()
  const showError = useBonusError()
  const actions = usePlayerBonusActions()
  // A push that updates the bonus must not change the question while the player reads it.
  const [question] = useState(() => questionOf(modalKey, subject))
  const [isBusy, setBusy] = useState(false)
  const what =
    subject.kind === 'bonus'
      ? money(subject.amount, subject.currency)
      : t('spins', { count: subject.count - subject.used })
  const unsettled = money(unsettledOf(subject), subject.currency)
  const ending =
    question === 'change-active-bonus' ? active : subject.kind === 'bonus' && subject.status === 2 ? subject : undefined
  /** Tries to activate the new bonus first, so that a refusal does not cost the player the active one. */
  const replace = async () => {
    try {
      await actions.activate(subject.kind, subject.id)
    } catch (error) {
      if (!active || !(error instanceof ApiError) || error.name !== 'anotherIsActive') throw error
      await actions.cancel('bonus', active.id)
      await actions.activate(subject.kind, subject.id)
    }
  }
  const act = async () => {
    setBusy(true)
    try {
      // If rounds are open after all, another question is necessary, because their returns would be forfeited.
      if (ending && question !== 'cancel-unsettled-bonus' && (await actions.isUnsettled(ending.id)))
        return modal.open('cancel-unsettled-bonus', ending.id, { instead: modalKey })
      if (question !== 'change-active-bonus') await actions.cancel(subject.kind, subject.id)
      else await replace()
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.name === 'isOver' || error.name === 'bonusNotFound')
        modal.open('bonus-cancel-lock', subject.id, { instead: modalKey })
      else if (error.name === 'playerExcluded') modal.open('game-limit-reached', 'true', { instead: modalKey })
      else await showError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <ModalTitle>{t(`${question}.title`)}</ModalTitle>
      <ModalBody>
        <p>{t(`${question}.text`, { name: subject.name, what, unsettled, other: active?.name ?? '' })}</p>
      </ModalBody>
      <ModalActions>
        <GuardedButton act="keep" tone="primary" size="l" isWide onClick={onClose}>
          {t(`${question}.keep`)}
        </GuardedButton>
        <GuardedButton
          act={question}
          tone={question === 'change-active-bonus' ? 'quiet' : 'danger'}
          size="l"
          isWide
          isBusy={isBusy}
          onClick={() => void act()}
        >
          {t(`${question}.confirm`)}
        </GuardedButton>
      </ModalActions>
    </>
  )
}

export const modal: ModalModule = { View: BonusConfirmAction, labels: ['bonuses'] }
