/** A player's limits, breaks and exclusions. */
import { useQuery } from '@tanstack/react-query'
import { isEndless } from '#contract/break-ends.ts'
import type { DeskLimit } from '#contract/desk/player-acts.ts'
import { Badge } from '#web/design/badge/badge.tsx'
import { Card } from '#web/design/card/card.tsx'
import { call } from '../api.ts'
import styles from '../case.module.css'
import { formatMoment, formatMoney, label, labelOf, wordOf } from '../labels.ts'
import { Loaded } from '../loaded.tsx'

export function useProtection(playerId: string) {
  return useQuery({
    queryKey: ['protection', playerId],
    queryFn: () => call('GET /api/players/{playerId}/protection', { params: { playerId } }),
  })
}

export function Protection({ playerId }: { playerId: string }) {
  return (
    <Card title={label('playerActs.protection')}>
      <Loaded query={useProtection(playerId)}>
        {({ limits }) =>
          limits.length === 0 ? (
            <p className={styles.keys}>{label('playerActs.noLimits')}</p>
          ) : (
            <ul className={styles.list}>
              {limits.map((limit) => (
                <Line key={limit.id} limit={limit} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}

const isPast = (iso: string): boolean => Date.parse(iso) <= Date.now()

function Line({ limit: { kind, period, amount, minutes, endsAt, isForced, changesFrom } }: { limit: DeskLimit }) {
  const isBreak = amount === null && minutes === null
  // A player who asks why play is still impossible has to ask for the end of an exclusion.
  const isTermOver = isBreak && endsAt !== null && isPast(endsAt)
  const ends = isTermOver ? changesFrom : endsAt
  return (
    <li>
      <strong>{labelOf(`playerActs.kind.${kind}`)}</strong>
      <span>{isBreak ? wordOf(period) : labelOf(`playerActs.period.${period}`)}</span>
      {amount && <span>{formatMoney(amount)}</span>}
      {minutes !== null && <span>{label('playerActs.minutesOf', { minutes })}</span>}
      {isBreak && ends && !isEndless(ends) && <span>{label('playerActs.until', { moment: formatMoment(ends) })}</span>}
      {!isBreak && changesFrom && <span>{label('playerActs.changesFrom', { moment: formatMoment(changesFrom) })}</span>}
      {isForced && <Badge tone="info">{label('playerActs.forced')}</Badge>}
      {changesFrom && <Badge tone="warning">{label(isBreak ? 'playerActs.endAsked' : 'playerActs.pending')}</Badge>}
      {isTermOver && !changesFrom && <span className={styles.keys}>{label('playerActs.termOver')}</span>}
    </li>
  )
}
