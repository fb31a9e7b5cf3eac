/** Columns of one figure by day. The table beside it has the same numbers, so a sentence is enough for a screen reader. */
import type { Report } from '#contract/desk/reports.ts'
import { formatMoney, label } from '../labels.ts'
import styles from './reports.module.css'

const width = 720
const height = 120

type ChartProps = { report: Report; figure: string; currency: string }

export function Chart({ report, figure, currency }: ChartProps) {
  const indexOf = (key: string) => report.columns.findIndex((column) => column.key === key)
  const [day, money, value] = [indexOf('day'), indexOf('currency'), indexOf(figure)]
  const points = report.rows
    .filter((row) => row[money] === currency)
    .map((row) => ({ day: row[day] ?? '', text: row[value] ?? '0', value: Number(row[value] ?? 0) }))
  if (day < 0 || points.length < 2) return null
  const most = Math.max(0, ...points.map((point) => point.value))
  const least = Math.min(0, ...points.map((point) => point.value))
  const span = most - least || 1
  const y = (each: number) => ((most - each) / span) * height
  const step = width / points.length
  const shown = (point: { text: string }) => formatMoney({ amount: point.text, currency })
  const summary = label('reports.chart', {
    what: label(`reports.column.${figure}` as 'reports.column.ggr'),
    currency,
    first: shown(points[0]!),
    firstDay: points[0]!.day,
    last: shown(points.at(-1)!),
    lastDay: points.at(-1)!.day,
    most: shown(points.find((point) => point.value === most) ?? points[0]!),
  })
  return (
    <figure className={styles.chart}>
      <figcaption>{summary}</figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {points.map((point, index) => (
          <rect
            key={point.day}
            x={index * step + step * 0.1}
            y={Math.min(y(point.value), y(0))}
            width={step * 0.8}
            height={Math.max(1, Math.abs(y(point.value) - y(0)))}
            data-negative={point.value < 0 || undefined}
          >
            <title>{`${point.day}: ${shown(point)}`}</title>
          </rect>
        ))}
      </svg>
    </figure>
  )
}
