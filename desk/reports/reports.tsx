/** Reports: a choice of what and when, a sentence, a chart, a table, and the same as a file. */
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { type Report, reportNames, type ReportGroup, type ReportName } from '#contract/desk/reports.ts'
import { Button } from '#web/design/button/button.tsx'
import { Empty } from '#web/design/empty/empty.tsx'
import { Input, Select } from '#web/design/field/field.tsx'
import { call } from '../api.ts'
import { useFilters } from '../filters.tsx'
import { formatAmount, formatMoment, formatMoney, label, labelOf } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import { follow, go } from '../place.ts'
import { Table } from '../table.tsx'
import { Chart } from './chart.tsx'
import { PeriodFields, usePeriod } from './period.tsx'
import styles from './reports.module.css'

const groupsOf: Record<ReportName, ReportGroup[]> = {
  money: ['day', 'country'],
  games: ['game', 'day', 'studio', 'country'],
  players: [],
  exclusions: ['day', 'country'],
  complaints: [],
}
const isName = (name: string | undefined): name is ReportName => reportNames.some((each) => each === name)

export function Reports() {
  const { report: asked, from: _from, until: _until, ...filters } = useFilters()
  const period = usePeriod()
  const name = isName(asked) ? asked : 'money'
  const query = { ...filters, ...period } as Record<string, string> & typeof period
  const report = useQuery({
    queryKey: ['report', name, query],
    queryFn: () => call('GET /api/reports/{report}', { params: { report: name }, query }),
  })
  const show = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entries = [...new FormData(event.currentTarget)].filter(([, value]) => value !== '')
    go(`/reports?${new URLSearchParams(entries as Array<[string, string]>)}`)
  }
  return (
    <>
      <h1>{label('reports.title')}</h1>
      <p>{label('reports.hint')}</p>
      <form className={styles.choice} onSubmit={show} key={`${name} ${JSON.stringify(query)}`}>
        <Select
          name="report"
          aria-label={label('reports.title')}
          defaultValue={name}
          onChange={(event) => go(`/reports?${new URLSearchParams({ report: event.target.value, ...period })}`)}
        >
          {reportNames.map((each) => (
            <option key={each} value={each}>
              {label(`reports.${each}`)}
            </option>
          ))}
        </Select>
        <PeriodFields />
        {groupsOf[name].length > 0 && (
          <Select name="by" aria-label={label('reports.by')} defaultValue={filters['by'] ?? groupsOf[name][0]}>
            {groupsOf[name].map((group) => (
              <option key={group} value={group}>
                {label(`reports.by.${group}`)}
              </option>
            ))}
          </Select>
        )}
        {(['currency', 'country', ...(name === 'games' ? ['game', 'studio'] : [])] as const).map((filter) => (
          <Input
            key={filter}
            name={filter}
            aria-label={labelOf(`reports.column.${filter}`)}
            placeholder={labelOf(`reports.column.${filter}`)}
            defaultValue={filters[filter]}
          />
        ))}
        <Button type="submit" icon="filter">
          {label('reports.show')}
        </Button>
      </form>
      <Loaded query={report}>{(shown) => <Produced report={shown} query={query} />}</Loaded>
    </>
  )
}

function Produced({ report, query }: { report: Report; query: Record<string, string> }) {
  const { name, version, from, until, producedAt, completeUntil, columns, rows, totals, isCut } = report
  const cells = (row: Array<string | null>) =>
    row.map((cell, index) => {
      const { key, kind } = columns[index]!
      if (cell === null) return ''
      if (key === 'day') return <time key="day">{cell}</time>
      if (kind === 'amount' || kind === 'count') return formatAmount(cell)
      if (kind === 'player')
        return (
          <a key="player" href={`/players/${cell}`} onClick={follow}>
            {cell.slice(0, 8)}
          </a>
        )
      return kind === 'percent' ? `${cell} %` : cell
    })
  return (
    <>
      <p className={styles.soft}>
        {label('reports.version', { version, from, until, at: formatMoment(producedAt) })}{' '}
        {completeUntil === null
          ? label('reports.complete')
          : label('reports.completeUntil', { at: formatMoment(completeUntil) })}{' '}
        {isCut && label('reports.cut')}
      </p>
      <p>
        <a href={`/api/reports/${name}/csv?${new URLSearchParams(query)}`} download>
          {label('reports.download')}
        </a>
      </p>
      {rows.length === 0 ? (
        <Empty icon="document" title={label('reports.empty')}>
          {label('reports.emptyHint')}
        </Empty>
      ) : (
        <>
          {name === 'money' && <Sentences report={report} />}
          <Table
            caption={label(`reports.${name}`)}
            columns={columns.map(({ key }) => labelOf(`reports.column.${key}`))}
            numeric={columns.map(({ kind }) => kind === 'amount' || kind === 'count' || kind === 'percent')}
            rows={[
              ...totals.map((row, index) => ({
                // Above the rows, so that they are seen without scrolling.
                key: `total ${index}`,
                isTotal: true,
                cells: [label('reports.total'), ...cells(row).slice(1)],
              })),
              ...rows.map((row, index) => ({ key: String(index), cells: cells(row) })),
            ]}
          />
        </>
      )}
    </>
  )
}

function Sentences({ report }: { report: Report }) {
  const cell = (row: Array<string | null>, key: string) => row[report.columns.findIndex((each) => each.key === key)]!
  return report.totals.map((row) => {
    const currency = cell(row, 'currency')
    const money = (key: string) => formatMoney({ amount: cell(row, key), currency })
    return (
      <div key={currency} className={styles.summary}>
        <p>
          {label('reports.sentence', {
            currency,
            stakes: money('stakes'),
            wins: money('wins'),
            ggr: money('ggr'),
            ngr: money('ngr'),
          })}
        </p>
        <Chart report={report} figure="ggr" currency={currency} />
      </div>
    )
  })
}
