/** A player: facts, accounts, and everything that happened, in one timeline. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type PlayerCard, timelineKinds, type TimelineKind } from '#contract/desk/find.ts'
import { includesScope } from '#contract/desk/scopes.ts'
import { Badge, type BadgeTone } from '#web/design/badge/badge.tsx'
import { Card } from '#web/design/card/card.tsx'
import { Detail } from '#web/design/detail/detail.tsx'
import { Empty } from '#web/design/empty/empty.tsx'
import { call } from '../api.ts'
import styles from '../case.module.css'
import { Filters, NextPage, useFilters } from '../filters.tsx'
import { formatMoment, formatMoney, label, labelOf, lineOf, wordOf } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import type { PageProps } from '../pages.ts'
import { follow } from '../place.ts'
import { PlayerActs } from '../player-acts/panel.tsx'
import { Notes } from './notes.tsx'
import { playerName } from './player-name.ts'
import { StandingCard } from './standing.tsx'
import { Table } from '../table.tsx'

const tones: Record<PlayerCard['status'], BadgeTone> = {
  active: 'success',
  limited: 'warning',
  blocked: 'danger',
  closed: 'neutral',
}

export function PlayerPage({ operator, params }: PageProps) {
  const playerId = params['playerId']!
  const card = useQuery({
    queryKey: ['player', playerId],
    queryFn: () => call('GET /api/players/{playerId}', { params: { playerId } }),
  })
  const queries = useQueryClient()
  const refresh = () =>
    Promise.all(
      ['player', 'standing', 'timeline', 'markers'].map((name) =>
        queries.invalidateQueries({ queryKey: [name, playerId] }),
      ),
    )
  return (
    <Loaded query={card}>
      {(player) => (
        <>
          <div className={styles.top}>
            <h1>{playerName(player)}</h1>
            <Badge tone={tones[player.status]}>{labelOf(`players.status.${player.status}`)}</Badge>
            <a href={`/players/${playerId}/acts`} onClick={follow}>
              {label('players.acts')}
            </a>
            {includesScope(operator.scopes, 'cashier:read') && (
              <a href={`/payments?player=${playerId}`} onClick={follow}>
                {label('payments.toPlayer')}
              </a>
            )}
            {includesScope(operator.scopes, 'cashier:read') && (
              <>
                <a href={`/players/${playerId}/adjustments`} onClick={follow}>
                  {label('payments.adjustments')}
                </a>
                <a href={`/players/${playerId}/statements`} onClick={follow}>
                  {label('players.statements')}
                </a>
              </>
            )}
            {includesScope(operator.scopes, 'rewards:read') && (
              <a href={`/players/${playerId}/rewards`} onClick={follow}>
                {label('rewards.page')}
              </a>
            )}
          </div>
          <div className={styles.case}>
            <div className={styles.side}>
              <StandingCard playerId={playerId} />
              {includesScope(operator.scopes, 'protection:read') && (
                <PlayerActs playerId={playerId} operator={operator} onChange={() => void refresh()} />
              )}
            </div>
            <Facts player={player} />
          </div>
          {player.accounts && <Accounts accounts={player.accounts} />}
          <Notes playerId={playerId} mayWrite={includesScope(operator.scopes, 'players:do')} />
          <Timeline playerId={playerId} />
        </>
      )}
    </Loaded>
  )
}

function Facts({ player }: { player: PlayerCard }) {
  const facts: Array<[term: string, value: string | null]> = [
    [label('players.id'), player.id],
    [label('players.nickname'), player.nickname],
    [
      label('players.email'),
      player.email && (player.isEmailConfirmed ? player.email : label('players.unconfirmed', { email: player.email })),
    ],
    [label('players.phone'), player.phone && `+${player.phone}`],
    [label('players.country'), player.country],
    [label('players.locale'), player.locale],
    [label('players.registered'), formatMoment(player.createdAt)],
    [
      label('players.verified'),
      player.identityVerifiedAt ? formatMoment(player.identityVerifiedAt) : label('players.notVerified'),
    ],
    [label('players.closed'), player.closedAt && formatMoment(player.closedAt)],
    ...Object.entries(player.details).map(([name, value]): [string, string] => [
      labelOf(`documents.fact.${name}`).replace('documents.fact.', ''),
      value,
    ]),
  ]
  return (
    <Card title={label('players.facts')}>
      <dl className={styles.facts}>
        {facts
          .filter(([, value]) => value)
          .map(([term, value]) => (
            <Detail key={term} term={term}>
              {value}
            </Detail>
          ))}
      </dl>
    </Card>
  )
}

function Accounts({ accounts }: { accounts: NonNullable<PlayerCard['accounts']> }) {
  if (accounts.length === 0) return <p>{label('players.noAccounts')}</p>
  return (
    <Table
      caption={label('players.accounts')}
      columns={['currency', 'cash', 'bonus', 'held', 'vault'].map((name) => labelOf(`players.${name}`))}
      numeric={[false, true, true, true, true]}
      isSummary
      rows={accounts.map(({ currency, cash, bonus, held, vault }) => ({
        key: currency,
        cells: [currency, ...[cash, bonus, held, vault].map(formatMoney)],
      }))}
    />
  )
}

function Timeline({ playerId }: { playerId: string }) {
  const { kind, after } = useFilters()
  const query = {
    ...(timelineKinds.includes(kind as TimelineKind) && { kind: kind as TimelineKind }),
    ...(after && { after }),
  }
  const timeline = useQuery({
    queryKey: ['timeline', playerId, query],
    queryFn: () => call('GET /api/players/{playerId}/timeline', { params: { playerId }, query }),
  })
  return (
    <div className={styles.side}>
      <Filters
        filters={[
          {
            name: 'kind',
            title: label('players.everything'),
            options: timelineKinds.map((value) => ({ value, title: labelOf(`players.kind.${value}`) })),
          },
        ]}
      />
      <Loaded query={timeline}>
        {({ rows, next }) =>
          rows.length === 0 ? (
            <Empty icon="history" title={label('players.noRows')}>
              {label('players.noRowsHint')}
            </Empty>
          ) : (
            <>
              <Table
                caption={label('players.timeline')}
                columns={['when', 'what', 'detail', 'state', 'amount'].map((name) => labelOf(`players.${name}`))}
                numeric={[false, false, false, false, true]}
                rows={rows.map(({ at, source, id, what, detail, state, amount, path }) => ({
                  key: `${source} ${id}`,
                  cells: [
                    formatMoment(at),
                    path ? (
                      <a key="what" href={path} onClick={follow}>
                        {labelOf(`players.what.${what}`)}
                      </a>
                    ) : (
                      labelOf(`players.what.${what}`)
                    ),
                    lineOf(detail),
                    state === null ? '' : wordOf(state),
                    amount ? formatMoney(amount) : '',
                  ],
                }))}
              />
              <NextPage next={next} />
            </>
          )
        }
      </Loaded>
    </div>
  )
}
