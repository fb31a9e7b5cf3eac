/** Shown when real play is refused during cooling-off or self-exclusion: until when it lasts and what remains possible. */
import type { ModalModule } from '../../modals.ts'
import { Button, ButtonLink } from '../../design/button/button.tsx'
import { useDayText } from '../../features/limits/use-day-text.ts'
import { running } from '../../features/limits/periods.ts'
import { useLimits } from '../../features/limits/use-limits.ts'
import { useLabels } from '../../render/labels.tsx'
import { ModalActions, ModalBody, ModalTitle } from '../modal-frame.tsx'
import { useModal } from '../use-modal.tsx'

function GameLimitReached() {
  const t = useLabels('limits')
  const modal = useModal()
  const day = useDayText()
  const { data: limits = [] } = useLimits()
  const pause = running(limits, 'self-exclusion') ?? running(limits, 'cooling-off')
  const words = () => {
    if (!pause) return t('playRefusedText')
    if (pause.mayEnd) return t('self-exclusionTermOver', { until: day(pause.endsAt) })
    if (pause.pending) return t('self-exclusionEnding', { at: day(pause.pending.appliesFrom) })
    return t('playRefusedUntil', { until: day(pause.endsAt) })
  }
  return (
    <>
      <ModalTitle>{t('playRefused')}</ModalTitle>
      <ModalBody>
        <p>{words()}</p>
        <p>{t('stillYours')}</p>
      </ModalBody>
      <ModalActions>
        <Button tone="primary" size="l" isWide onClick={() => modal.close('game-limit-reached')}>
          {t('close')}
        </Button>
        <ButtonLink to="/profile/limits" size="l" isWide>
          {t('toLimits')}
        </ButtonLink>
      </ModalActions>
    </>
  )
}

export const modal: ModalModule = { View: GameLimitReached, labels: ['limits'] }
