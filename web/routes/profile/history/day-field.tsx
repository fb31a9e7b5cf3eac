/** An input for a day to filter by. */
import { useEffect, useRef } from 'react'
import { Input } from '../../../design/field/field.tsx'
import styles from './filters.module.css'

type DayFieldProps = { label: string; value: string; onChange: (value: string) => void; min?: string; max?: string }
/** Browsers report partial years during typing (0002, 0020, …), so only plausible ones apply before blur. */
export function DayField({ label, value, onChange, min, max }: DayFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current && input.current.value !== value) input.current.value = value
  }, [value])
  const take = (day: string, isSure: boolean) => {
    if (day !== value && (isSure || day.startsWith('2'))) onChange(day)
  }
  return (
    <label className={styles.filter}>
      <span>{label}</span>
      <Input
        ref={input}
        type="date"
        defaultValue={value}
        min={min || undefined}
        max={max || undefined}
        onChange={(event) => take(event.target.value, false)}
        onBlur={(event) => take(event.target.value, true)}
      />
    </label>
  )
}
