/**
 * Explains why real play was refused: by a limit, whose kind is the value of the query key, or by a cooling-off period
 * or self-exclusion. It states the end and what is still possible.
 */
import { type LimitKind, limitKindNames } from '#contract/limit-kinds.ts'
import type { ModalModule, ModalProps } from '../modals.ts'
import { useApi } from '../api/use-api.ts'
import { Button, ButtonLink } from '../design/button/button.tsx'
import { Skeleton } from '../design/skeleton/skeleton.tsx'
import { useBreakText } from '../features/limits/use-break-text.ts'
import { useDayText } from '../features/limits/use-day-text.ts'
import { running, tightestOf } from '../features/limits/periods.ts'
import { useLimitAmount } from '../features/limits/use-limit-amount.ts'
import { useProtection } from '../features/limits/use-protection.ts'
import { useLimits } from '../features/limits/use-limits.ts'
import { SaferPlayLink } from '../features/safer-play/safer-play-link.tsx'
import { useOwnMoney } from '../features/wallet/own-money.tsx'
import { useLabels } from '../render/labels.tsx'
import { ModalActions, ModalBody, ModalTitle } from './modal-frame.tsx'
import { useModal } from './use-modal.tsx'

function GameLimitReached({ value }: ModalProps) {
  const t = useLabels('limits')
  const modal = useModal()
  const texts = useWords(limitKindNames.find((kind) => kind === value))
  const { data: openRounds = [] } = useApi('GET /api/game/open-rounds')
  return (
    <>
      <ModalTitle>{t('playRefused')}</ModalTitle>
      <ModalBody>
        {texts === null ? <Skeleton height="3lh" /> : <p>{texts}</p>}
        {openRounds.length > 0 && <p>{t('openRoundContinues')}</p>}
        <p>{t('stillYours')}</p>
        <SaferPlayLink />
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

/** Returns the explanation, by the limit of the kind or else by the exclusion; null until the limits are loaded. */
function useWords(kind: LimitKind | undefined): string | null {
  const t = useLabels('limits')
  const day = useDayText()
  const shown = useLimitAmount()
  const ownMoney = useOwnMoney()
  const breakText = useBreakText()
  const { highestStake } = useProtection()
  const { data: limits = [], isPending } = useLimits()
  const limit = kind && tightestOf(limits, kind)
  const pause = running(limits, 'self-exclusion') ?? running(limits, 'cooling-off')
  if (isPending) return null
  if (limit)
    return t(`${kind}Reached`, {
      amount: shown(limit.amount!, limit.currency),
      period: limit.period,
      until: day(limit.endsAt),
    })
  if (kind === 'stake' && highestStake)
    return t('lawReached', { amount: ownMoney(highestStake.amount, highestStake.currency) })
  if (!pause) return t(kind ? 'limitReachedPlain' : 'playRefusedText')
  return breakText(pause)
}

export const modal: ModalModule = { View: GameLimitReached, labels: ['limits'] }
