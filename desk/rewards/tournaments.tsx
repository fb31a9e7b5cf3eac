/** Runs of tournaments: one can be cancelled before its prizes are assigned, and its scores counted again. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReplyOf } from '#contract/endpoint.ts'
import { includesScope } from '#contract/desk/scopes.ts'
import type { recountTournamentRun, TournamentRun } from '#contract/desk/tournaments.ts'
import { Badge } from '#web/design/badge/badge.tsx'
import { Button } from '#web/design/button/button.tsx'
import { Empty } from '#web/design/empty/empty.tsx'
import { call } from '../api.ts'
import { DecideDialog } from '../decide-dialog.tsx'
import { NextPage, useFilters } from '../filters.tsx'
import { formatMoment, formatMoney, label, labelOf } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import type { PageProps } from '../pages.ts'
import { Table } from '../table.tsx'
import { useCall } from '../use-call.ts'

type Recount = ReplyOf<typeof recountTournamentRun> & { identity: string }

export function Tournaments({ operator }: PageProps) {
  const { after } = useFilters()
  const [cancelling, setCancelling] = useState<TournamentRun | null>(null)
  const [recount, setRecount] = useState<Recount | null>(null)
  const [notice, setNotice] = useState('')
  const { isBusy, error, run } = useCall()
  const mayCancel = includesScope(operator.scopes, 'rewards:decide')
  const list = useQuery({
    queryKey: ['tournaments', after],
    queryFn: () => call('GET /api/tournaments', { query: { after } }),
    refetchOnWindowFocus: false,
  })
  const close = (text: string) => {
    setCancelling(null)
    setNotice(text)
    void list.refetch()
  }
  const count = async (identity: string) => {
    setRecount(null)
    setNotice('')
    const counted = await run(() => call('GET /api/tournaments/{identity}/recount', { params: { identity } }))
    if (!counted) return
    setRecount({ ...counted, identity })
    setNotice(
      label(counted.differing === 0 ? 'rewards.scoresEqual' : 'rewards.scoresDiffer', {
        identity,
        scores: counted.scores,
        differing: counted.differing,
      }),
    )
  }
  return (
    <>
      <h1>{label('rewards.tournaments')}</h1>
      <p>{label('rewards.tournamentsHint')}</p>
      <p role="status">{notice}</p>
      <p role="alert">{error}</p>
      {recount && recount.differing > 0 && <Differences recount={recount} />}
      <Loaded query={list}>
        {({ runs, next }) =>
          runs.length === 0 ? (
            <Empty icon="trophy" title={label('rewards.noRuns')}>
              {label('rewards.noRunsHint')}
            </Empty>
          ) : (
            <>
              <Table
                caption={label('rewards.tournaments')}
                columns={['run', 'state', 'expires', 'players', 'pool', 'entries', 'act'].map((name) =>
                  labelOf(`rewards.${name}`),
                )}
                numeric={[false, false, false, true, true, true, false]}
                rows={runs.map((each) => ({
                  key: each.identity,
                  cells: [
                    each.identity,
                    <RunState key="state" run={each} />,
                    <span key="ends" title={label('rewards.since', { moment: formatMoment(each.startsAt) })}>
                      {formatMoment(each.endsAt)}
                    </span>,
                    each.players,
                    formatMoney(each.pool),
                    each.entries ? `${each.entries.count} × ${formatMoney(each.entries.price)}` : '–',
                    <span key="acts">
                      {each.state !== 'published' && (
                        <Button size="s" isBusy={isBusy} onClick={() => void count(each.identity)}>
                          {label('rewards.recount')}
                        </Button>
                      )}{' '}
                      {mayCancel && isOpen(each) && (
                        <Button size="s" onClick={() => setCancelling(each)}>
                          {label('rewards.cancel')}
                        </Button>
                      )}
                    </span>,
                  ],
                }))}
              />
              <NextPage next={next} />
            </>
          )
        }
      </Loaded>
      {cancelling && (
        <DecideDialog
          title={label('rewards.cancelRun', { identity: cancelling.identity })}
          hint={label('rewards.cancelHint')}
          action={label('rewards.cancelRunNow')}
          isDangerous
          decide={(reason) =>
            call('POST /api/tournaments/{identity}/cancellation', {
              params: { identity: cancelling.identity },
              body: { reason },
            })
          }
          onDone={() => close(label('rewards.cancelledRun', { identity: cancelling.identity }))}
          onClose={() => close('')}
        />
      )}
    </>
  )
}

const isOpen = ({ state, isRanked }: TournamentRun): boolean =>
  !isRanked && (state === 'published' || state === 'running' || state === 'finalising')

function RunState({ run: { state, cancelReason } }: { run: TournamentRun }) {
  return (
    <>
      <Badge>{labelOf(`rewards.run.${state}`)}</Badge> {cancelReason}
    </>
  )
}

type Counted = Recount['differences'][number]['stored']
const textOf = (counted: Counted): string =>
  counted ? label('rewards.counted', { score: counted.score, rounds: counted.rounds }) : '–'

function Differences({ recount: { identity, differences } }: { recount: Recount }) {
  return (
    <Table
      isSummary
      caption={label('rewards.differencesOf', { identity })}
      columns={[label('player'), label('rewards.stored'), label('rewards.recounted')]}
      rows={differences.map(({ playerId, stored, recounted }) => ({
        key: playerId,
        cells: [playerId, textOf(stored), textOf(recounted)],
      }))}
    />
  )
}
