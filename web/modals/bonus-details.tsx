/** All details of one of the player's bonuses or free spins; the key's value is its id. */
import type { ModalModule, ModalProps } from '../modals.ts'
import { Button } from '../design/button/button.tsx'
import { Empty } from '../design/empty/empty.tsx'
import { useMoney } from '../design/money/money.tsx'
import { Spinner } from '../design/spinner/spinner.tsx'
import { When } from '../design/when/when.tsx'
import { ContributionList } from '../features/bonuses/contribution-list.tsx'
import { GameNames } from '../features/bonuses/game-names.tsx'
import { type PlayerBonusOrSpins, usePlayerBonuses } from '../features/bonuses/player-bonuses.ts'
import { BonusProgress } from '../features/bonuses/bonus-progress.tsx'
import { type Term, TermsList } from '../features/bonuses/terms-list.tsx'
import { useLabels } from '../render/labels.tsx'
import { ModalActions, ModalBody, ModalTitle } from './modal-frame.tsx'
import { useModal } from './use-modal.tsx'

function BonusDetails({ value }: ModalProps) {
  const t = useLabels('bonuses')
  const modal = useModal()
  const { all, isPending } = usePlayerBonuses()
  const subject = all.find(({ id }) => id === value)
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
            <BonusProgress bonus={subject} />
            <Details bonus={subject} />
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

function Details({ bonus }: { bonus: PlayerBonusOrSpins }) {
  const t = useLabels('bonuses')
  const money = useMoney()
  const winTermsOf = useWinTerms()
  const dates = [
    [t('given'), <When key="given" at={bonus.createdAt} />],
    [t('expires'), <When key="expires" at={bonus.expiresAt} />],
  ] as const
  if (bonus.kind === 'freespin') {
    return (
      <TermsList
        items={[
          [t('termGame'), <GameNames key="game" ids={[bonus.gameId]} />],
          [t('spinStake'), money(bonus.spinAmount, bonus.currency)],
          ...winTermsOf(bonus),
          ...dates,
        ]}
      />
    )
  }
  return (
    <TermsList
      items={[
        [t('amount'), money(bonus.amount, bonus.currency)],
        [t('wagerTotal'), money(bonus.wagerTotal, bonus.currency)],
        [t('wagerLeft'), money(bonus.wagerRemaining, bonus.currency)],
        [
          t('termMaxBet'),
          bonus.maxBetAmount === null
            ? t('termNoMaxBet')
            : t('termMaxBetAmount', { amount: money(bonus.maxBetAmount, bonus.currency) }),
        ],
        bonus.wagerTotal > 0 && [
          t('termContribution'),
          <ContributionList key="contribution" contribution={bonus.contribution} />,
        ],
        ...dates,
      ]}
    />
  )
}

const daySeconds = 86_400

/** Describes how wins of free spins are paid: as cash, or as a bonus with its terms. */
function useWinTerms() {
  const t = useLabels('bonuses')
  const money = useMoney()
  return ({ winsTerms, winsSetAside, currency }: Extract<PlayerBonusOrSpins, { kind: 'freespin' }>): Term[] => {
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
