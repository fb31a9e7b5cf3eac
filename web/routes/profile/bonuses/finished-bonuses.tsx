/** Finished bonuses and free spins, which are read when the section is opened. */
import { useState } from 'react'
import type { PlayerBonus, PlayerFreespin } from '#contract/bonuses.ts'
import { useApi } from '../../../api/use-api.ts'
import { Failed } from '../../../design/empty/empty.tsx'
import { Money } from '../../../design/money/money.tsx'
import { Spinner } from '../../../design/spinner/spinner.tsx'
import { When } from '../../../design/when/when.tsx'
import { playerBonusRoutes } from '../../../features/bonuses/player-bonus-request.ts'
import { useLabels } from '../../../render/labels.tsx'
import styles from './bonuses.module.css'

export function FinishedBonuses() {
  const t = useLabels('bonuses')
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.past} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('finishedOnes')}</summary>
      {isOpen && <List />}
    </details>
  )
}

const finished = { query: { status: [3] } }

function List() {
  const t = useLabels('bonuses')
  const bonuses = useApi(playerBonusRoutes.bonus, finished)
  const spins = useApi(playerBonusRoutes.freespin, finished)
  if (bonuses.isError || spins.isError)
    return (
      <Failed
        title={t('loadFailed')}
        retryLabel={t('retry')}
        onRetry={() => void Promise.all([bonuses.refetch(), spins.refetch()])}
      />
    )
  if (!bonuses.data || !spins.data) return <Spinner label={t('loading')} />
  const all: Array<PlayerBonus | PlayerFreespin> = [...bonuses.data, ...spins.data].toSorted((a, b) =>
    b.createdAt.localeCompare(a.createdAt),
  )
  if (all.length === 0) return <p className={styles.note}>{t('noneFinished')}</p>
  return (
    <ul className={styles.finished}>
      {all.map((each) => (
        <li key={each.id}>
          <span>
            <strong>{each.name}</strong>
            <span className={styles.note}>
              {t(`result_${each.result}`)} ·&nbsp;
              <When at={each.createdAt} form="short" />
            </span>
          </span>
          {'amount' in each ? (
            <Money amount={each.amount} currency={each.currency} />
          ) : (
            t('spins', { count: each.count })
          )}
        </li>
      ))}
    </ul>
  )
}
