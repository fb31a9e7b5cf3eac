/** Promo panel and form side by side; on a phone the picture is a band above the form. */
import type { ReactNode } from 'react'
import { type Promo, PromoPanel } from './promo-panel.tsx'
import styles from './sign-split.module.css'

export function SignSplit({ promo, children }: { promo: Promo | null; children: ReactNode }) {
  return (
    <div className={styles.split}>
      {promo && <PromoPanel promo={promo} />}
      <div className={styles.form}>{children}</div>
    </div>
  )
}
