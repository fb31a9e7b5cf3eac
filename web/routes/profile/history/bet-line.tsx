/** A sports bet. When expanded, it shows its selections with results and a link to its ledger entries. */
import type { ReactNode } from 'react'
import type { SportsBet } from '#contract/sportsbook.ts'
import { Badge, type BadgeTone } from '../../../design/badge/badge.tsx'
import { dotted } from '../../../design/dotted.ts'
import { Icon } from '../../../design/icon/icon.tsx'
import { Money } from '../../../design/money/money.tsx'
import { oddsText } from '../../../features/sports/odds-text.ts'
import { useLabels, useLocale } from '../../../render/labels.tsx'
import { Link } from '../../../render/router.tsx'
import styles from './history.module.css'
import { LineTime } from './line-time.tsx'
import { entriesPath } from './tabs.ts'

type Selection = SportsBet['selections'][number]

export function BetLine({ bet }: { bet: SportsBet }) {
  const t = useLabels('history')
  return (
    <li className={styles.item}>
      <details className={styles.details}>
        <summary className={styles.line}>
          <span className={styles.icon}>
            <Icon name="ball" />
          </span>
          <span className={styles.what}>
            <strong>
              <bdi>{nameOf(bet)}</bdi>
            </strong>
            <span className={styles.soft}>
              {kindOf(bet, t)} <LineTime at={bet.placedAt} form="short" />
            </span>
          </span>
          <span className={styles.figures}>
            <strong>
              <Money amount={bet.stake} currency={bet.currency} />
            </strong>
            <Outcome bet={bet} />
          </span>
          <span className={styles.opens}>
            <Icon name="chevron-down" size={16} />
          </span>
        </summary>
        <ul className={styles.selections}>
          {bet.selections.map((selection) => (
            <SelectionLine key={selection.id} selection={selection} bet={bet} />
          ))}
        </ul>
        {bet.replaces !== null && <p className={styles.soft}>{t('betReplaces')}</p>}
        <BetFigures bet={bet} />
      </details>
    </li>
  )
}

function nameOf({ selections }: SportsBet): string {
  return selections.length === 1
    ? dotted([selections[0]!.names.outcome, selections[0]!.names.event])
    : selections.map(({ names }) => names.outcome).join(' + ')
}

function kindOf({ kind, isEachWay, isFree, selections }: SportsBet, t: ReturnType<typeof useLabels>): string {
  const texts = [t(`betKind_${kind}`, { count: selections.length })]
  if (isEachWay) texts.push(t('betEachWay'))
  if (isFree) texts.push(t('betFree'))
  return dotted(texts)
}

function SelectionLine({ selection, bet }: { selection: Selection; bet: SportsBet }) {
  const t = useLabels('history')
  const locale = useLocale()
  const { names, odds, result, placeResult, isLive } = selection
  return (
    <li className={styles.selection}>
      <span className={styles.what}>
        <strong>
          <bdi>{names.outcome}</bdi>
        </strong>
        <span className={styles.soft}>
          <bdi>{names.market}</bdi> ·&nbsp;<bdi>{names.event}</bdi>
        </span>
        <span className={styles.soft}>
          <bdi>{names.sport}</bdi> ·&nbsp;<bdi>{names.league}</bdi>
          {isLive ? <> ·&nbsp;{t('betLive')}</> : null}
        </span>
      </span>
      <span className={styles.figures}>
        <span>{t('betOdds', { odds: oddsText(odds, locale) })}</span>
        {(result || bet.endedAt === null) && (
          <Badge tone={result ? resultTones[result] : 'info'}>{t(`result_${result ?? 'open'}`)}</Badge>
        )}
        {placeResult && (
          <span className={styles.soft}>{t('resultPlaced', { result: t(`result_${placeResult}`) })}</span>
        )}
      </span>
    </li>
  )
}

const resultTones: Record<NonNullable<Selection['result']>, BadgeTone> = {
  won: 'win',
  halfWon: 'win',
  void: 'neutral',
  lost: 'neutral',
  halfLost: 'neutral',
}

function BetFigures({ bet }: { bet: SportsBet }) {
  const t = useLabels('history')
  const isOpen = bet.endedAt === null
  const figures: Array<[label: string, amount: number, isShown: boolean]> = [
    ['betBonusStake', bet.bonusStake, bet.bonusStake > 0],
    ['betOpenStake', bet.openStake, isOpen && bet.openStake < bet.stake],
    ['betMaximum', bet.maximumPayout, isOpen],
    ['betCashOut', bet.cashOut ?? 0, bet.cashOut !== null],
    ['betPayout', bet.payout, bet.payout > 0],
    ['betDebt', bet.debt, bet.debt > 0],
  ]
  return (
    <dl className={styles.facts}>
      {figures
        .filter(([, , isShown]) => isShown)
        .map(([label, amount]) => (
          <Fact key={label} label={t(label)}>
            <Money amount={amount} currency={bet.currency} />
          </Fact>
        ))}
      <div>
        <dd>
          <Link to={entriesPath(bet.id)} className={styles.link}>
            {t('entriesBehind')}
          </Link>
        </dd>
      </div>
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Outcome({ bet }: { bet: SportsBet }) {
  const t = useLabels('history')
  const [texts, tone] = outcomeOf(bet)
  return (
    <Badge tone={tone}>
      {t(texts)}
      {bet.payout > 0 && (
        <>
          {' '}
          <Money amount={bet.payout} currency={bet.currency} />
        </>
      )}
    </Badge>
  )
}

/** Only a payout above the stake counts as a win. */
function outcomeOf({ status, stake, payout }: SportsBet): [texts: string, tone: BadgeTone] {
  if (status === 'accepted') return ['betsOpen', 'info']
  if (status !== 'settled') return [`betStatus_${status}`, status === 'held' ? 'info' : 'neutral']
  if (payout === 0) return ['betLost', 'neutral']
  return payout > stake ? ['betWon', 'win'] : ['betPaid', 'neutral']
}
