/** All details of one of the player's bonuses or free spins; the key's value is its id. */
import type { ModalModule, ModalProps } from '../modals.ts'
import { Button } from '../design/button/button.tsx'
import { Empty } from '../design/empty/empty.tsx'
import { useMoney } from '../design/money/money.tsx'
import { Spinner } from '../design/spinner/spinner.tsx'
import { When } from '../design/when/when.tsx'
import { ContributionList } from '../features/bonuses/contribution-list.tsx'
import { GameNames } from '../features/bonuses/game-names.tsx'
import { type Held, usePlayerBonuses } from '../features/bonuses/held.ts'
import { HeldProgress } from '../features/bonuses/held-progress.tsx'
import { type Term, TermsList } from '../features/bonuses/terms-list.tsx'
import { useLabels } from '../render/labels.tsx'
import { ModalActions, ModalBody, ModalTitle } from './modal-frame.tsx'
import { useModal } from './use-modal.tsx'

function BonusDetails({ value }: ModalProps) {
  const t = useLabels('bonuses')
  const modal = useModal()
  const { held, isPending } = usePlayerBonuses()
  const subject = held.find(({ id }) => id === value)
  return (
    <>
      <ModalTitle>{subject?.name ?? t('bonus')}</ModalTitle>
      <ModalBody>
        {!subject &&
          (isPending ? (
            <Spinner label={t('loading')} />
          ) : (
            <Empty icon="gift" title={t('lockTitle')}>
              {t('overText')}
            </Empty>
          ))}
        {subject && (
          <>
            <HeldProgress held={subject} />
            <Details held={subject} />
          </>
        )}
      </ModalBody>
      <ModalActions>
        <Button tone="primary" size="l" isWide onClick={() => modal.close('bonus-details')}>
          {t('understood')}
        </Button>
      </ModalActions>
    </>
  )
}

function Details({ held }: { held: Held }) {
  const t = useLabels('bonuses')
  const money = useMoney()
  const winTermsOf = useWinTerms()
  const dates = [
    [t('given'), <When key="given" at={held.createdAt} />],
    [t('expires'), <When key="expires" at={held.expiresAt} />],
  ] as const
  if (held.kind === 'freespin') {
    return (
      <TermsList
        items={[
          [t('termGame'), <GameNames key="game" ids={[held.gameId]} />],
          [t('spinStake'), money(held.spinAmount, held.currency)],
          ...winTermsOf(held),
          ...dates,
        ]}
      />
    )
  }
  return (
    <TermsList
      items={[
        [t('amount'), money(held.amount, held.currency)],
        [t('wagerTotal'), money(held.wagerTotal, held.currency)],
        [t('wagerLeft'), money(held.wagerRemaining, held.currency)],
        [
          t('termMaxBet'),
          held.maxBetAmount === null
            ? t('termNoMaxBet')
            : t('termMaxBetAmount', { amount: money(held.maxBetAmount, held.currency) }),
        ],
        held.wagerTotal > 0 && [
          t('termContribution'),
          <ContributionList key="contribution" contribution={held.contribution} />,
        ],
        ...dates,
      ]}
    />
  )
}

const daySeconds = 86_400

/** How free spins are paid: as cash, or under the terms of the bonus that their wins become. */
function useWinTerms() {
  const t = useLabels('bonuses')
  const money = useMoney()
  return ({ winsTerms, winsSetAside, currency }: Extract<Held, { kind: 'freespin' }>): Term[] => {
    if (!winsTerms)
      return [
        [t('termWins'), t('termWinsCash')],
        [t('termWager'), t('termNoWager')],
      ]
    const { wageringMultiplier: times, maxBetAmount, contribution, expiresAfterSeconds } = winsTerms
    return [
      [t('termWins'), t('termWinsBonus')],
      [t('termWinsSoFar'), money(winsSetAside, currency)],
      [t('termWager'), times > 0 ? t('termWagerTimesWins', { times }) : t('termNoWager')],
      [
        t('termMaxBet'),
        maxBetAmount === null ? t('termNoMaxBet') : t('termMaxBetAmount', { amount: money(maxBetAmount, currency) }),
      ],
      times > 0 && [t('termContribution'), <ContributionList key="contribution" contribution={contribution} />],
      [t('termWinsExpiry'), t('termWinsExpiryDays', { days: Math.round(expiresAfterSeconds / daySeconds) })],
    ]
  }
}

export const modal: ModalModule = { View: BonusDetails, labels: ['bonuses'] }
