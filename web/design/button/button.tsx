/** Buttons and links styled as buttons. One `primary` per view. */
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from 'react'
import { Icon, type IconName } from '../icon/icon.tsx'
import { Spinner } from '../spinner/spinner.tsx'
import { useLocalePath } from '../../render/router.tsx'
import styles from './button.module.css'

type ButtonStyle = {
  /** primary: the view's main action; quiet: secondary; plain: text only; danger: destructive. */
  tone?: 'primary' | 'quiet' | 'plain' | 'danger'
  size?: 's' | 'm' | 'l'
  icon?: IconName
  isWide?: boolean
}
type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & ButtonStyle & { isBusy?: boolean }

/** A button that keeps its width and text while busy, is disabled then and announces its state. */
export function Button({
  tone = 'quiet',
  size = 'm',
  icon,
  isWide,
  isBusy,
  children,
  className,
  disabled,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={join(styles.button, className)}
      data-tone={tone}
      data-size={size}
      data-wide={isWide || undefined}
      data-busy={isBusy || undefined}
      aria-busy={isBusy || undefined}
      disabled={disabled || isBusy}
      {...rest}
    >
      {icon && <Icon name={icon} size={size === 's' ? 16 : 20} />}
      <span className={styles.words}>{children}</span>
      {isBusy && (
        <span className={styles.spinner}>
          <Spinner size={20} />
        </span>
      )}
    </button>
  )
}

type ButtonLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & ButtonStyle & { to?: string; children: ReactNode }
/** A link styled as a button; `to` is a path of the current locale. */
export function ButtonLink({
  tone = 'quiet',
  size = 'm',
  icon,
  isWide,
  to,
  href,
  children,
  className,
  ...rest
}: ButtonLinkProps) {
  const localized = useLocalePath()
  return (
    <a
      href={href ?? localized(to ?? '/')}
      className={join(styles.button, className)}
      data-tone={tone}
      data-size={size}
      data-wide={isWide || undefined}
      {...rest}
    >
      {icon && <Icon name={icon} size={size === 's' ? 16 : 20} />}
      <span className={styles.words}>{children}</span>
    </a>
  )
}

/** A square button with an icon only; the label is its accessible name and tooltip. */
export function IconButton({
  label,
  icon,
  size = 'm',
  className,
  type = 'button',
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { label: string; icon: IconName; size?: 's' | 'm' }) {
  return (
    <button
      type={type}
      className={join(styles.icon, className)}
      data-size={size}
      aria-label={label}
      title={label}
      {...rest}
    >
      <Icon name={icon} />
    </button>
  )
}

/** The class of a button, for elements that are none of the above. */
export const buttonClass = styles.button

function join(...names: Array<string | undefined>): string {
  return names.filter(Boolean).join(' ')
}
