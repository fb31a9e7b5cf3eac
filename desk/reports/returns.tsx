/** Returns of games against the theoretical ones, and the alarms about them. */
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { GameReturn, ReturnAlarm } from '#contract/desk/reports.ts'
import { includesScope } from '#contract/desk/scopes.ts'
import { Badge } from '#web/design/badge/badge.tsx'
import { Button } from '#web/design/button/button.tsx'
import { Empty } from '#web/design/empty/empty.tsx'
import { call } from '../api.ts'
import { DecideDialog } from '../decide-dialog.tsx'
import { formatNumber, formatMoment, formatMoney, label } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import type { PageProps } from '../pages.ts'
import { follow, go } from '../place.ts'
import { Table } from '../table.tsx'
import { PeriodFields, usePeriod } from './period.tsx'
import styles from './reports.module.css'

const unlikely = 4

export function Returns({ operator }: PageProps) {
  const period = usePeriod()
  const alarms = useQuery({
    queryKey: ['return-alarms'],
    queryFn: () => call('GET /api/return-alarms'),
    refetchInterval: 30_000,
  })
  const returns = useQuery({
    queryKey: ['returns', period],
    queryFn: () => call('GET /api/returns', { query: period }),
  })
  const [closing, setClosing] = useState<ReturnAlarm | null>(null)
  const mayDecide = includesScope(operator.scopes, 'games:decide')
  const show = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    go(`/returns?${new URLSearchParams([...new FormData(event.currentTarget)] as Array<[string, string]>)}`)
  }
  const columns = [
    label('reports.column.game'),
    label('reports.stakesOf'),
    label('reports.column.rounds'),
    label('reports.staked'),
    label('reports.won'),
    label('reports.expected'),
    label('reports.actual'),
    label('reports.deviations'),
  ]
  const numeric = columns.map((_column, index) => index > 1)
  return (
    <>
      <h1>{label('reports.returns')}</h1>
      <p>{label('reports.returnsHint')}</p>
      <h2>{label('reports.alarms')}</h2>
      <Loaded query={alarms}>
        {(all) =>
          all.length === 0 ? (
            <Empty icon="check" title={label('reports.noAlarms')}>
              {label('reports.noAlarmsHint')}
            </Empty>
          ) : (
            <Table
              caption={label('reports.alarms')}
              columns={[...columns, label('reports.days'), label('since'), label('actions')]}
              numeric={numeric}
              rows={all.map((alarm) => ({
                key: alarm.id,
                cells: [
                  ...cellsOf(alarm),
                  `${alarm.from} – ${alarm.until}`,
                  formatMoment(alarm.raisedAt),
                  alarm.decidedAt !== null ? (
                    label('reports.closedBy', { name: alarm.decidedBy ?? '', reason: alarm.reason ?? '' })
                  ) : mayDecide ? (
                    <span key="acts" className={styles.acts}>
                      <Button size="s" onClick={() => setClosing(alarm)}>
                        {label('reports.close')}
                      </Button>
                      <a href={`/switches?${new URLSearchParams({ off: alarm.title })}`} onClick={follow}>
                        {label('reports.switchOff')}
                      </a>
                    </span>
                  ) : (
                    ''
                  ),
                ],
              }))}
            />
          )
        }
      </Loaded>
      <form className={styles.choice} onSubmit={show}>
        <PeriodFields />
        <Button type="submit" icon="filter">
          {label('reports.show')}
        </Button>
      </form>
      <Loaded query={returns}>
        {(all) =>
          all.length === 0 ? (
            <Empty icon="document" title={label('reports.noReturns')}>
              {label('reports.noReturnsHint')}
            </Empty>
          ) : (
            <Table
              caption={label('reports.returns')}
              columns={columns}
              numeric={numeric}
              rows={all.map((each) => ({
                key: `${each.studio} ${each.game} ${each.currency} ${each.stakes}`,
                cells: cellsOf(each),
              }))}
            />
          )
        }
      </Loaded>
      {closing && (
        <DecideDialog
          title={label('reports.closeAlarm', { title: closing.title })}
          hint={label('reports.closeHint')}
          action={label('reports.close')}
          decide={(reason) => call('POST /api/return-alarms/{id}', { params: { id: closing.id }, body: { reason } })}
          onDone={() => {
            setClosing(null)
            void alarms.refetch()
          }}
          onClose={() => setClosing(null)}
        />
      )}
    </>
  )
}

function cellsOf(each: GameReturn) {
  const { title, stakes, currency, rounds, staked, won, expected, actual, deviations } = each
  const percent = (value: number | null) => (value === null ? '' : `${value.toFixed(2)} %`)
  return [
    title,
    `${stakes} ${currency}`,
    formatNumber(rounds),
    formatMoney({ amount: staked, currency }),
    formatMoney({ amount: won, currency }),
    percent(expected),
    percent(actual),
    deviations === null ? (
      label('reports.tooFew')
    ) : (
      <Badge key="deviations" tone={Math.abs(deviations) >= unlikely ? 'danger' : 'neutral'}>
        {deviations.toFixed(1)}
      </Badge>
    ),
  ]
}
