/** One icon of the sprite. Decorative: the text is beside it or in an aria-label. */
import spriteUrl from './sprite.svg?no-inline'
import { type IconName, mirrored } from './names.ts'
import styles from './icon.module.css'

export type { IconName }
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      className={styles.icon}
      width={size}
      height={size}
      data-mirrored={mirrored.has(name) || undefined}
      aria-hidden="true"
      focusable="false"
    >
      <use href={`${spriteUrl}#${name}`} />
    </svg>
  )
}
