/** A ledger entry. When expanded, it shows the counterparty and links to related entries. */
import type { LedgerEntry } from '#contract/wallet.ts'
import { Detail } from '../../../design/detail/detail.tsx'
import { Icon, type IconName } from '../../../design/icon/icon.tsx'
import { Money } from '../../../design/money/money.tsx'
import { When } from '../../../design/when/when.tsx'
import { useLabels } from '../../../render/labels.tsx'
import { Link } from '../../../render/router.tsx'
import styles from './history.module.css'
import { LineTime } from './line-time.tsx'
import { entriesPath } from './tabs.ts'

const icons: Record<string, IconName> = {
  deposit: 'deposit',
  'deposit-reversed': 'refresh',
  'deposit-restored': 'refresh',
  'payment-debt-paid': 'scale',
  'withdrawal-hold': 'lock',
  'withdrawal-paid': 'withdraw',
  'withdrawal-returned': 'refresh',
  'withdrawal-corrected': 'refresh',
  bet: 'dice',
  win: 'sparkle',
  rollback: 'refresh',
  'free-spins-paid': 'gift',
  'swap-out': 'refresh',
  'swap-in': 'refresh',
  'sports-bet': 'ball',
  'sports-bet-returned': 'refresh',
  'sports-settled': 'ball',
  'sports-cashed-out': 'coins',
  'sports-voided': 'refresh',
  'sports-corrected': 'refresh',
  'sports-debt-paid': 'scale',
  'vault-in': 'lock',
  'vault-out': 'lock',
  'vault-charged': 'scale',
  'charge-out': 'scale',
  'charge-in': 'scale',
  'quest-reward': 'gift',
  'level-reward': 'star',
  cashback: 'coins',
  rakeback: 'coins',
  'operator-reward': 'gift',
  'adjustment-credit': 'edit',
  'adjustment-debit': 'edit',
  'prize-paid': 'trophy',
  'tournament-entry': 'trophy',
  'tournament-entry-returned': 'refresh',
  'bonus-granted': 'gift',
  'bonus-converted': 'coins',
  'bonus-cancelled': 'close',
  'bonus-expired': 'clock',
}

export function EntryLine({ entry, isLinked }: { entry: LedgerEntry; isLinked: boolean }) {
  const t = useLabels('history')
  const { reference } = entry
  const kind = shownKind(entry)
  const label = kind.startsWith('adjustment-')
    ? t(`adjustment_${reference.label}`)
    : (reference.label ?? (reference.kind === 'round' ? t('round') : ''))
  return (
    <li className={styles.item}>
      <details className={styles.details}>
        <summary className={styles.line}>
          <span className={styles.icon}>
            <Icon name={icons[kind] ?? 'scale'} />
          </span>
          <span className={styles.what}>
            <strong>{t(`kind_${kind.replaceAll('-', '')}`)}</strong>
            <span className={styles.soft}>
              {label && (
                <>
                  <bdi>{label}</bdi> ·&nbsp;
                </>
              )}
              {t(`account_${entry.account}`)} <LineTime at={entry.at} form="short" />
            </span>
          </span>
          <span className={styles.figures}>
            <strong>
              <Money amount={entry.amount} currency={entry.currency} sign="always" />
            </strong>
            <BeforeAfter entry={entry} />
          </span>
          <span className={styles.opens}>
            <Icon name="chevron-down" size={16} />
          </span>
        </summary>
        <dl className={styles.facts}>
          <Detail term={t('at')}>
            <When at={entry.at} />
          </Detail>
          <Detail term={t('counterparty')}>
            <code>{entry.counterparty}</code>
          </Detail>
          <Detail term={t('movement')}>
            <code>{entry.movementId}</code>
          </Detail>
          {isLinked && reference.kind !== 'other' && (
            <div>
              <dd>
                <Link to={entriesPath(reference.id)} className={styles.link}>
                  {t('entriesOf', { label: label || reference.id })}
                </Link>
              </dd>
            </div>
          )}
        </dl>
      </details>
    </li>
  )
}

/** Rewards without a name of their own are shown as those that an operator grants. */
function shownKind({ kind, counterparty }: LedgerEntry): string {
  if (icons[kind]) return kind
  return counterparty.startsWith('house:rewards:') ? 'operator-reward' : 'other'
}

/** Shows the balance before and after, always left to right. */
function BeforeAfter({ entry }: { entry: LedgerEntry }) {
  const t = useLabels('history')
  return (
    <span className={styles.soft} dir="ltr">
      <span className={styles.hidden}>{t('before')} </span>
      <Money amount={entry.before} currency={entry.currency} isBare />
      <span aria-hidden="true"> → </span>
      <span className={styles.hidden}>, {t('after')} </span>
      <Money amount={entry.after} currency={entry.currency} isBare />
    </span>
  )
}
