/** A round: its money, steps, seeds with their proof, movements and refunds. */
import { useQuery } from '@tanstack/react-query'
import type { FairFacts, RoundCase } from '#contract/desk/rounds.ts'
import { Badge, type BadgeTone } from '#web/design/badge/badge.tsx'
import { Card } from '#web/design/card/card.tsx'
import { Detail } from '#web/design/detail/detail.tsx'
import { call } from '../api.ts'
import styles from '../case.module.css'
import { useFilters } from '../filters.tsx'
import { formatMoment, formatMoney, label, labelOf } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import type { PageProps } from '../pages.ts'
import cards from '../payments/case.module.css'
import { follow } from '../place.ts'
import { Table } from '../table.tsx'
import { Movements } from './movements.tsx'
import own from './rounds.module.css'

const tones: Record<RoundCase['status'], BadgeTone> = { open: 'warning', settled: 'success', 'rolled-back': 'neutral' }

export function RoundPage({ params }: PageProps) {
  const roundId = params['roundId']!
  const { studio } = useFilters()
  const round = useQuery({
    queryKey: ['round', roundId, studio],
    queryFn: () => call('GET /api/rounds/{roundId}', { params: { roundId }, query: studio ? { studio } : {} }),
    refetchOnWindowFocus: false,
  })
  return (
    <Loaded query={round}>
      {(shown) => (
        <>
          <div className={styles.top}>
            <h1>{`${label('rounds.round')}: ${shown.game.title}`}</h1>
            <Badge tone={tones[shown.status]}>{labelOf(`rounds.status.${shown.status}`)}</Badge>
          </div>
          <div className={cards.cards}>
            <Facts round={shown} />
            <Money round={shown} />
            {!shown.fair && <NoSeeds />}
            {shown.shared && <Shared shared={shown.shared} />}
          </div>
          {shown.fair && <Seeds fair={shown.fair} />}
          {shown.fair && <Play fair={shown.fair} />}
          <Movements movements={shown.movements} />
          <LateRollbacks round={shown} />
        </>
      )}
    </Loaded>
  )
}

type Part = { round: RoundCase }

function Facts({ round }: Part) {
  return (
    <Card title={label('rounds.facts')}>
      <dl className={styles.facts}>
        <Detail term={label('rounds.player')}>
          <a href={`/players/${round.playerId}`} onClick={follow}>
            {round.playerId.slice(0, 8)}
          </a>
        </Detail>
        <Detail term={label('rounds.game')}>{`${round.game.title} (${round.game.id})`}</Detail>
        <Detail term={label('rounds.studio')}>{round.studio.name}</Detail>
        <Detail term={label('rounds.id')}>{round.id}</Detail>
        <Detail term={label('rounds.opened')}>{formatMoment(round.openedAt)}</Detail>
        <Detail term={label('rounds.changed')}>{formatMoment(round.changedAt)}</Detail>
        {round.closesAt && <Detail term={label('rounds.closes')}>{formatMoment(round.closesAt)}</Detail>}
        {round.others.map(({ studio, path }) => (
          <Detail key={studio} term={label('rounds.otherStudio', { studio })}>
            <a href={path} onClick={follow}>
              {round.id}
            </a>
          </Detail>
        ))}
      </dl>
    </Card>
  )
}

function Money({ round }: Part) {
  const beside = (['bonusStake', 'freeStake', 'forfeited'] as const).filter((name) => /[1-9]/.test(round[name].amount))
  return (
    <Card title={label('rounds.money')}>
      <dl className={styles.facts}>
        <Detail term={label('rounds.stake')}>{formatMoney(round.stake)}</Detail>
        <Detail term={label('rounds.won')}>{formatMoney(round.won)}</Detail>
        <Detail term={label('rounds.net')}>
          <strong>{formatMoney(round.net)}</strong>
        </Detail>
        <Detail term={label('rounds.bets')}>{round.bets}</Detail>
        {beside.map((name) => (
          <Detail key={name} term={label(`rounds.${name}`)}>
            {formatMoney(round[name])}
          </Detail>
        ))}
        {round.bonus && <Detail term={label('rounds.bonus')}>{round.bonus.name}</Detail>}
        {round.freeSpins && <Detail term={label('rounds.freeSpins')}>{round.freeSpins.name}</Detail>}
      </dl>
    </Card>
  )
}

function Seeds({ fair }: { fair: FairFacts }) {
  return (
    <Card title={label('rounds.fair')}>
      <dl className={styles.facts}>
        {(['commitment', 'draw', 'outcome'] as const).map((name) => (
          <Detail key={name} term={label(`rounds.proof.${name}`)}>
            <Badge tone={fair.proof[name] === null ? 'neutral' : fair.proof[name] ? 'success' : 'danger'}>
              {labelOf(`rounds.proof.${fair.proof[name]}`)}
            </Badge>
          </Detail>
        ))}
        <Detail term={label('rounds.state')}>{fair.state}</Detail>
        {fair.refusal && <Detail term={label('rounds.refusal')}>{fair.refusal}</Detail>}
        <Detail term={label('rounds.maths')}>{fair.mathsVersion}</Detail>
        <Detail term={label('rounds.mathsHash')}>
          <code>{fair.mathsHash}</code>
        </Detail>
        {fair.pair && (
          <Detail term={label('rounds.pair')}>
            <code>{label('rounds.pairKey', { number: fair.pair.number, key: fair.pair.key })}</code>
          </Detail>
        )}
        <Detail term={label('rounds.nonce')}>{fair.nonce}</Detail>
        <Detail term={label('rounds.clientSeed')}>
          <code>{fair.clientSeed}</code>
        </Detail>
        <Detail term={label('rounds.serverSeedHash')}>
          <code>{fair.serverSeedHash}</code>
        </Detail>
        <Detail term={label('rounds.serverSeed')}>
          {fair.serverSeed ? <code>{fair.serverSeed}</code> : label('rounds.secret')}
        </Detail>
        {fair.pair?.proof && (
          <Detail term={label('rounds.drawProof')}>
            <code>{fair.pair.proof}</code>
          </Detail>
        )}
      </dl>
    </Card>
  )
}

const NoSeeds = () => (
  <Card title={label('rounds.fair')}>
    <p className={styles.keys}>{label('rounds.noSeeds')}</p>
  </Card>
)

function Shared({ shared }: { shared: NonNullable<RoundCase['shared']> }) {
  return (
    <Card title={label('rounds.shared')}>
      <dl className={styles.facts}>
        <Detail term={label('rounds.number')}>{shared.number}</Detail>
        <Detail term={label('rounds.multiplier')}>{shared.isCancelled ? '–' : `${shared.multiplier}×`}</Detail>
        {shared.isInterrupted && (
          <Detail term={label('rounds.state')}>
            {label(shared.isCancelled ? 'rounds.cancelledByBeacon' : 'rounds.interrupted')}
          </Detail>
        )}
        <Detail term={label('rounds.hash')}>
          <code>{shared.hash}</code>
        </Detail>
        <Detail term={label('rounds.chain')}>
          <code>{label('rounds.chainFrom', { hash: shared.chain.lastHash, number: shared.chain.firstRound })}</code>
        </Detail>
        {shared.beacon && (
          <Detail term={label('rounds.beacon')}>
            <code>{label('rounds.beaconRound', { name: shared.beacon.name, number: shared.beacon.round })}</code>
          </Detail>
        )}
        {shared.beacon?.signature && (
          <Detail term={label('rounds.beaconSignature')}>
            <code>{shared.beacon.signature}</code>
          </Detail>
        )}
        {!shared.beacon && shared.chain.salt && (
          <Detail term={label('rounds.salt')}>
            <code>{shared.chain.salt}</code>
          </Detail>
        )}
      </dl>
    </Card>
  )
}

function Play({ fair }: { fair: FairFacts }) {
  return (
    <>
      {fair.steps.length > 0 && (
        <section className={own.part}>
          <h2>{label('rounds.steps')}</h2>
          <Table
            caption={label('rounds.steps')}
            columns={(['place', 'when', 'act', 'extraStake', 'state'] as const).map((name) => label(`rounds.${name}`))}
            numeric={[true, false, false, true, false]}
            rows={fair.steps.map(({ place, at, act, extraStake, state, refusal }, index) => ({
              key: String(index),
              cells: [
                place === null ? '' : place + 1,
                formatMoment(at),
                <code key="act">{JSON.stringify(act)}</code>,
                formatMoney(extraStake),
                refusal ? `${state}: ${refusal}` : state,
              ],
            }))}
          />
        </section>
      )}
      <Card title={label('rounds.play')}>
        <dl className={styles.facts}>
          {fair.choice !== null && (
            <Detail term={label('rounds.choice')}>
              <code>{JSON.stringify(fair.choice)}</code>
            </Detail>
          )}
          <Detail term={label('rounds.outcome')}>
            {fair.outcome === null ? (
              label('rounds.noOutcome')
            ) : (
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
              <pre className={own.json} tabIndex={0}>
                {JSON.stringify(fair.outcome)}
              </pre>
            )}
          </Detail>
        </dl>
      </Card>
    </>
  )
}

function LateRollbacks({ round: { lateRollbacks } }: Part) {
  if (lateRollbacks.length === 0) return null
  return (
    <Card title={label('rounds.lateRollbacks')}>
      <ul className={styles.list}>
        {lateRollbacks.map(({ key, undoes, at }) => (
          <li key={key}>
            <span>{formatMoment(at)}</span>
            <code>{label('rounds.lateRollback', { key, undoes })}</code>
          </li>
        ))}
      </ul>
    </Card>
  )
}
