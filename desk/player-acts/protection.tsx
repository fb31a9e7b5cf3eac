/** A player's limits, breaks and exclusions. */
import { useQuery } from '@tanstack/react-query'
import { isEndless } from '#contract/break-ends.ts'
import type { DeskLimit } from '#contract/desk/player-acts.ts'
import { Badge } from '#web/design/badge/badge.tsx'
import { Card } from '#web/design/card/card.tsx'
import { call } from '../api.ts'
import styles from '../case.module.css'
import { formatMoment, formatMoney, label, labelOf } from '../labels.ts'
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

function Line({ limit: { kind, period, amount, minutes, endsAt, isForced, isPending } }: { limit: DeskLimit }) {
  const isBreak = amount === null && minutes === null
  return (
    <li>
      <strong>{labelOf(`playerActs.kind.${kind}`)}</strong>
      <span>{isBreak ? period.replace('-', ' ') : labelOf(`playerActs.period.${period}`)}</span>
      {amount && <span>{formatMoney(amount)}</span>}
      {minutes !== null && <span>{label('playerActs.minutesOf', { minutes })}</span>}
      {isBreak && endsAt && !isEndless(endsAt) && (
        <span>{label('playerActs.until', { moment: formatMoment(endsAt) })}</span>
      )}
      {isForced && <Badge tone="info">{label('playerActs.forced')}</Badge>}
      {isPending && <Badge tone="warning">{label('playerActs.pending')}</Badge>}
    </li>
  )
}
