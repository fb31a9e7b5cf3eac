/** Label, control, hint and error, connected for screen readers. `render` returns the control. */
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { Icon } from '../icon/icon.tsx'
import styles from './field.module.css'

export type ControlProps = {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
  'aria-required': true | undefined
}
type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  /** Shown instead of the hint; marks the control as invalid. */
  error?: string | undefined
  isRequired?: boolean
  /** Shown at the end of the label row, but after the control in the order of Tab: a "forgot password" link. */
  aside?: ReactNode
  render: (control: ControlProps) => ReactNode
}
export function Field({ label, hint, error, isRequired, aside, render }: FieldProps) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className={styles.field}>
      <div className={styles.top}>
        <label htmlFor={id}>
          {label}
          {isRequired && (
            <span className={styles.asterisk} aria-hidden="true">
              {' '}
              *
            </span>
          )}
        </label>
      </div>
      {render({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': note ? `${id}-note` : undefined,
        'aria-required': isRequired || undefined,
      })}
      <p id={`${id}-note`} className={styles.note} data-error={error ? '' : undefined} aria-live="polite">
        {note}
      </p>
      {aside && <div className={styles.aside}>{aside}</div>}
    </div>
  )
}

type InputProps = ComponentProps<'input'> & { before?: ReactNode; after?: ReactNode }
/** A text input. Phones would zoom into text below 16 px. `before` and `after` are shown inside the frame. */
export function Input({ before, after, className, ...rest }: InputProps) {
  return (
    <span className={styles.frame}>
      {before}
      <input className={[styles.input, className].filter(Boolean).join(' ')} {...rest} />
      {after}
    </span>
  )
}

/** The unit of an amount, at the end of its input. */
export function Unit({ children }: { children: ReactNode }) {
  return <span className={styles.unit}>{children}</span>
}

/** A password input with a reveal button. */
export function PasswordInput({ revealLabel, ...rest }: InputProps & { revealLabel: string }) {
  const [isShown, setShown] = useState(false)
  return (
    <Input
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      {...rest}
      after={
        <button
          type="button"
          className={styles.reveal}
          aria-label={revealLabel}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          <Icon name={isShown ? 'eye-off' : 'eye'} />
        </button>
      }
    />
  )
}

export function Select({ children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={styles.frame}>
      <select className={styles.select} {...rest}>
        {children}
      </select>
      <span className={styles.chevron}>
        <Icon name="chevron-down" />
      </span>
    </span>
  )
}

export function Textarea(props: ComponentProps<'textarea'>) {
  return (
    <span className={styles.frame}>
      <textarea className={styles.textarea} rows={4} {...props} />
    </span>
  )
}

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { children: ReactNode; error?: string | undefined }
export function Checkbox({ children, error, ...rest }: CheckboxProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label className={styles.check}>
        <input
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          {...rest}
        />
        <span>{children}</span>
      </label>
      {error && (
        <p id={id} className={styles.note} data-error="" aria-live="polite">
          {error}
        </p>
      )}
    </div>
  )
}

type SwitchProps = { isOn: boolean; isBusy?: boolean; onSwitch: (isOn: boolean) => void; children: ReactNode }

/** A choice that takes effect at once. */
export function Switch({ isOn, isBusy = false, onSwitch, children }: SwitchProps) {
  return (
    <label className={styles.switch}>
      <input
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        checked={isOn}
        disabled={isBusy}
        onChange={(event) => onSwitch(event.target.checked)}
      />
      <span>{children}</span>
    </label>
  )
}
