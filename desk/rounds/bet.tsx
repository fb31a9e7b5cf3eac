/** A bet on sports: its legs, the decisions about it, cash-outs and movements. */
import { useQuery } from '@tanstack/react-query'
import type { BetCase } from '#contract/desk/rounds.ts'
import { Badge } from '#web/design/badge/badge.tsx'
import { Card } from '#web/design/card/card.tsx'
import { Detail } from '#web/design/detail/detail.tsx'
import { call } from '../api.ts'
import styles from '../case.module.css'
import { actorOf, formatMoment, formatMoney, label, labelOf } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import type { PageProps } from '../pages.ts'
import cards from '../payments/case.module.css'
import { follow } from '../place.ts'
import { Table } from '../table.tsx'
import { Movements } from './movements.tsx'
import own from './rounds.module.css'

export function BetPage({ params }: PageProps) {
  const betId = params['betId']!
  const bet = useQuery({
    queryKey: ['bet', betId],
    queryFn: () => call('GET /api/bets/{betId}', { params: { betId } }),
    refetchOnWindowFocus: false,
  })
  return (
    <Loaded query={bet}>
      {(shown) => (
        <>
          <div className={styles.top}>
            <h1>{label('rounds.bet')}</h1>
            <Badge tone={shown.endedAt ? 'success' : 'warning'}>{labelOf(`rounds.status.${shown.status}`)}</Badge>
          </div>
          <div className={cards.cards}>
            <Facts bet={shown} />
            <Money bet={shown} />
          </div>
          <Legs bet={shown} />
          <Decisions bet={shown} />
          <Movements movements={shown.movements} />
        </>
      )}
    </Loaded>
  )
}

type Part = { bet: BetCase }

function Facts({ bet }: Part) {
  const kind = labelOf(`rounds.kind.${bet.kind}`).replace('{sizes}', bet.systemSizes.join(', '))
  return (
    <Card title={label('rounds.facts')}>
      <dl className={styles.facts}>
        <Detail term={label('rounds.player')}>
          <a href={`/players/${bet.playerId}`} onClick={follow}>
            {bet.playerId.slice(0, 8)}
          </a>
        </Detail>
        <Detail term={label('rounds.kind')}>{bet.isEachWay ? `${kind}, ${label('rounds.eachWay')}` : kind}</Detail>
        <Detail term={label('rounds.sportsbook')}>{bet.sportsbook}</Detail>
        <Detail term={label('rounds.sportsbookId')}>{bet.betId}</Detail>
        <Detail term={label('rounds.id')}>{bet.id}</Detail>
        <Detail term={label('rounds.oddsPolicy')}>{labelOf(`rounds.oddsPolicy.${bet.oddsPolicy}`)}</Detail>
        <Detail term={label('rounds.placed')}>{formatMoment(bet.placedAt)}</Detail>
        {bet.endedAt && <Detail term={label('rounds.ended')}>{formatMoment(bet.endedAt)}</Detail>}
        {bet.differsSince && <Detail term={label('rounds.differs')}>{formatMoment(bet.differsSince)}</Detail>}
      </dl>
    </Card>
  )
}

/** Shown only if there is any. */
const beside = ['openStake', 'cashedOut', 'cashedOutStake', 'bonusStake', 'forfeited', 'debt'] as const

function Money({ bet }: Part) {
  return (
    <Card title={label('rounds.money')}>
      <dl className={styles.facts}>
        <Detail term={label('rounds.stake')}>{formatMoney(bet.stake)}</Detail>
        <Detail term={label('rounds.payout')}>
          <strong>{formatMoney(bet.payout)}</strong>
        </Detail>
        {bet.expectedPayout && <Detail term={label('rounds.expectedPayout')}>{formatMoney(bet.expectedPayout)}</Detail>}
        <Detail term={label('rounds.maximumPayout')}>{formatMoney(bet.maximumPayout)}</Detail>
        {beside
          .filter((name) => /[1-9]/.test(bet[name].amount))
          .map((name) => (
            <Detail key={name} term={label(`rounds.${name}`)}>
              {formatMoney(bet[name])}
            </Detail>
          ))}
        {bet.bonus && <Detail term={label('rounds.bonus')}>{bet.bonus.name}</Detail>}
        {bet.freeBet && <Detail term={label('rounds.freeBet')}>{bet.freeBet.definition}</Detail>}
      </dl>
    </Card>
  )
}

function Legs({ bet: { legs } }: Part) {
  return (
    <section className={own.part}>
      <h2>{label('rounds.legs')}</h2>
      <Table
        caption={label('rounds.legs')}
        columns={(['event', 'market', 'pick', 'odds', 'starts', 'result'] as const).map((name) =>
          label(`rounds.${name}`),
        )}
        numeric={[false, false, false, true, false, false]}
        rows={legs.map(({ id, event, sport, market, outcome, odds, isLive, startsAt, result, placeResult }) => ({
          key: id,
          cells: [
            `${event} (${sport})`,
            market,
            outcome,
            odds,
            isLive ? `${formatMoment(startsAt)}, ${label('rounds.live')}` : formatMoment(startsAt),
            [result, placeResult]
              .filter((each) => each !== null)
              .map((each) => label(`rounds.result.${each}`))
              .join(' / ') || label('rounds.undecided'),
          ],
        }))}
      />
    </section>
  )
}

function Decisions({ bet: { decisions } }: Part) {
  return (
    <section className={own.part}>
      <h2>{label('rounds.decisions')}</h2>
      {decisions.length === 0 ? (
        <p>{label('rounds.noDecisions')}</p>
      ) : (
        <Table
          caption={label('rounds.decisions')}
          columns={(['when', 'call', 'openStake', 'payout', 'reason'] as const).map((name) => label(`rounds.${name}`))}
          numeric={[false, false, true, true, false]}
          rows={decisions.map(({ sequence, call: name, payout, openStake, isApplied, reason, actor, at }) => ({
            key: String(sequence),
            cells: [
              formatMoment(at),
              labelOf(`rounds.call.${name}`),
              formatMoney(openStake),
              formatMoney(payout),
              [!isApplied && label('rounds.overtaken'), reason, actor && actorOf(actor)].filter(Boolean).join(' · '),
            ],
          }))}
        />
      )}
    </section>
  )
}
