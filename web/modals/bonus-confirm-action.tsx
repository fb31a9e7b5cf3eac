/** Confirms cancelling or replacing a bonus: what is lost and what remains. */
import { useState } from 'react'
import type { ModalKey, ModalModule, ModalProps } from '../modals.ts'
import { ApiError } from '../api/client.ts'
import { Button } from '../design/button/button.tsx'
import { Empty } from '../design/empty/empty.tsx'
import { Spinner } from '../design/spinner/spinner.tsx'
import { useMoney } from '../design/money/money.tsx'
import { type Held, usePlayerBonuses, usePlayerBonusActions } from '../features/bonuses/held.ts'
import { useHeldFault } from '../features/bonuses/use-held-fault.ts'
import { useLabels } from '../render/labels.tsx'
import { ModalActions, ModalBody, ModalTitle } from './modal-frame.tsx'
import { useModal } from './use-modal.tsx'

type Question = 'change-active-bonus' | 'cancel-active-bonus' | 'cancel-issued-bonus' | 'cancel-unsettled-bonus'

export const modal: ModalModule = { View: BonusConfirmAction, labels: ['bonuses'] }

/** The key's value is the bonus. Opened by its own key, the bonus's state selects the question. */
function BonusConfirmAction({ value: id, modalKey = 'bonus-confirm-action' }: ModalProps) {
  const t = useLabels('bonuses')
  const modal = useModal()
  const { held, isPending } = usePlayerBonuses()
  const subject = held.find((each) => each.id === id)
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
  const active = held.find(
    (each) => each.kind === 'bonus' && each.status === 2 && each.currency === subject.currency && each.id !== id,
  )
  return <Ask key={subject.id} modalKey={modalKey} subject={subject} active={active} onClose={close} />
}

/** Rounds may have ended and a bonus may have started in the meantime; the question is then the simpler one. */
function questionOf(key: ModalKey, subject: Held): Question {
  if (key === 'change-active-bonus') return key
  if (subject.status === 1) return 'cancel-issued-bonus'
  return unsettledOf(subject) > 0 ? 'cancel-unsettled-bonus' : 'cancel-active-bonus'
}

function unsettledOf(held: Held): number {
  return held.kind === 'bonus' ? held.unsettledStake : 0
}

type AskProps = { modalKey: ModalKey; subject: Held; active: Held | undefined; onClose: () => void }
function Ask({ modalKey, subject, active, onClose }: AskProps) {
  const t = useLabels('bonuses')
  const money = useMoney()
  const modal = useModal()
  const tellFault = useHeldFault()
  const actions = usePlayerBonusActions()
  // The question does not change under the player when a push updates the bonus.
  const [question] = useState(() => questionOf(modalKey, subject))
  const [isBusy, setBusy] = useState(false)
  const what =
    subject.kind === 'bonus'
      ? money(subject.amount, subject.currency)
      : t('spins', { count: subject.count - subject.used })
  const unsettled = money(unsettledOf(subject), subject.currency)
  const ending =
    question === 'change-active-bonus' ? active : subject.kind === 'bonus' && subject.status === 2 ? subject : undefined
  /** What refuses the new bonus does so before the active one is given up. */
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
      // Asked again when rounds turn out to be open: their returns would be forfeited.
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
      else await tellFault(error)
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
        <Button tone="primary" size="l" isWide onClick={onClose}>
          {t(`${question}.keep`)}
        </Button>
        <Button
          tone={question === 'change-active-bonus' ? 'quiet' : 'danger'}
          size="l"
          isWide
          isBusy={isBusy}
          onClick={() => void act()}
        >
          {t(`${question}.confirm`)}
        </Button>
      </ModalActions>
    </>
  )
}
