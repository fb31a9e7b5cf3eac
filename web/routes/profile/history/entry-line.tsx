/** A ledger entry. When expanded, it shows the counterparty and links to related entries. */
import type { LedgerEntry } from '#contract/wallet.ts'
import { Detail } from '../../../design/detail/detail.tsx'
import { Icon } from '../../../design/icon/icon.tsx'
import { Money } from '../../../design/money/money.tsx'
import { When } from '../../../design/when/when.tsx'
import { useLabels } from '../../../render/labels.tsx'
import { Link } from '../../../render/router.tsx'
import styles from './history.module.css'
import { kindIcons, kindLabel } from './kinds.ts'
import { LineTime } from './line-time.tsx'
import { entriesPath } from './tabs.ts'

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
            <Icon name={kindIcons[kind] ?? 'scale'} />
          </span>
          <span className={styles.what}>
            <strong>{t(kindLabel(kind))}</strong>
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
          <Detail term={t('counterparty')}>{t(`with_${partyOf(entry.counterparty)}`)}</Detail>
          <Detail term={t('movement')}>
            <code>{entry.movementId}</code>
          </Detail>
          {(isLinked && reference.kind !== 'other') || reference.verifyUrl ? (
            <div>
              <dd className={styles.links}>
                {isLinked && reference.kind !== 'other' && (
                  <Link to={entriesPath(reference.id)} className={styles.link}>
                    {t('entriesOf', { label: label || reference.id })}
                  </Link>
                )}
                {reference.verifyUrl && (
                  <Link to={reference.verifyUrl} className={styles.link}>
                    {t('verify')}
                  </Link>
                )}
              </dd>
            </div>
          ) : null}
        </dl>
      </details>
    </li>
  )
}

type Party = 'games' | 'jackpots' | 'sports' | 'exchange' | 'bonuses' | 'tournaments' | 'payments' | 'own' | 'house'
const ofHouse: Record<string, Party> = {
  games: 'games',
  sports: 'sports',
  'sports-open': 'sports',
  'sports-debts': 'sports',
  exchange: 'exchange',
  'bonus-expense': 'bonuses',
  rewards: 'bonuses',
  'spin-wins': 'bonuses',
  prizes: 'tournaments',
  'tournament-fees': 'tournaments',
  'jackpot-open': 'jackpots',
  'jackpot-mini': 'jackpots',
  'jackpot-major': 'jackpots',
  'jackpot-grand': 'jackpots',
  'jackpot-shares': 'jackpots',
}

/** Names the other side of an entry by its ledger address: `house:games:EUR`, `clearing:…`, `player:…`. */
export function partyOf(counterparty: string): Party {
  const [owner, name = ''] = counterparty.split(':')
  if (owner === 'house') return ofHouse[name] ?? 'house'
  if (owner === 'player') return 'own'
  return owner === 'clearing' ? 'payments' : 'house'
}

/** Rewards without a name of their own are shown as those that an operator grants. */
function shownKind({ kind, counterparty }: LedgerEntry): string {
  if (kindIcons[kind]) return kind
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
