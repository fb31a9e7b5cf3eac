/** The period of a report, in the address: without one, the last seven days. */
import { Input } from '#web/design/field/field.tsx'
import { label } from '../labels.ts'
import { useFilters } from '../filters.tsx'
import styles from './reports.module.css'

const dayMs = 86_400_000
const dayBefore = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)

export function usePeriod(): { from: string; until: string } {
  const { from = dayBefore(6), until = dayBefore(0) } = useFilters()
  return { from, until }
}

export function PeriodFields() {
  const period = usePeriod()
  return (['from', 'until'] as const).map((name) => (
    <label key={name} className={styles.day}>
      {label(`reports.${name}`)}
      <Input type="date" name={name} required defaultValue={period[name]} key={period[name]} />
    </label>
  ))
}
