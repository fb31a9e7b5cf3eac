/** An icon of the sprite. It is decorative: the meaning must be in the text next to it or in an aria-label. */
import { heart } from './draw.ts'
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

/** The heart without the sprite: pages have one on every tile, and each `use` copies the referenced element. */
export function HeartIcon() {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" width={20} height={20} aria-hidden="true" focusable="false">
      <path d={heart} />
    </svg>
  )
}
