/** A placeholder with the size of the content that is loading. */
import type { CSSProperties } from 'react'
import styles from './skeleton.module.css'

type Shape = { width?: string | number; height?: string | number; ratio?: string; radius?: 's' | 'l' | 'full' }
export function Skeleton({ width, height = '1em', ratio, radius = 's' }: Shape) {
  const style: CSSProperties = { inlineSize: width, blockSize: ratio ? undefined : height, aspectRatio: ratio }
  return <span className={styles.skeleton} data-radius={radius} style={style} aria-hidden="true" />
}
