/** What a withdrawal needs, each with its state and the way to provide what is missing. */
import type { HoldReason } from '#contract/payments.ts'
import { Icon, type IconName } from '../../design/icon/icon.tsx'
import { useLabels } from '../../render/labels.tsx'
import { Link } from '../../render/router.tsx'
import styles from './check-list.module.css'

export type Check = {
  code: HoldReason | 'wagering'
  state: 'met' | 'open' | 'waiting'
  comment?: string | null
}
const icons: Record<Check['state'], IconName> = { met: 'check', open: 'alert', waiting: 'clock' }
/** Where the player provides it. */
const ways: Partial<Record<Check['code'], { to: string; label: string }>> = {
  identity: { to: '/profile/verification', label: 'do_identity' },
  address: { to: '/profile/documents', label: 'do_document' },
  funds: { to: '/profile/documents', label: 'do_document' },
  method: { to: '/profile/documents', label: 'do_document' },
  tax: { to: '/profile/info', label: 'do_tax' },
}

export function CheckList({ checks }: { checks: Check[] }) {
  const t = useLabels('holds')
  return (
    <ul className={styles.checks}>
      {checks.map(({ code, state, comment }) => {
        const way = state === 'open' ? ways[code] : undefined
        return (
          <li key={code} data-state={state}>
            <span className={styles.mark}>
              <Icon name={icons[state]} size={16} />
            </span>
            <span className={styles.words}>
              <span className={styles.head}>
                <strong>{t(`code_${code}`)}</strong>
                <small>{t(`state_${state}`)}</small>
              </span>
              {state !== 'met' && <span>{t(`about_${code}`)}</span>}
              {state === 'open' && comment && (
                <span dir="auto" className={styles.comment}>
                  {t('declined', { reason: comment })}
                </span>
              )}
              {way && (
                <Link to={way.to} className={styles.way}>
                  {t(way.label)}
                </Link>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
