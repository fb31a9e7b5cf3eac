/** What concerns a player now: what is urgent first, then what waits for somebody, then facts. */
import { useQuery } from '@tanstack/react-query'
import type { StandingItem } from '#contract/desk/standing.ts'
import { Badge, type BadgeTone } from '#web/design/badge/badge.tsx'
import { Card } from '#web/design/card/card.tsx'
import { call } from '../api.ts'
import styles from '../case.module.css'
import { formatMoment, formatMoney, label, labelOf, lineOf } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import { follow } from '../place.ts'

const tones: Record<StandingItem['level'], BadgeTone> = { urgent: 'danger', waiting: 'warning', fact: 'neutral' }

export function StandingCard({ playerId }: { playerId: string }) {
  const standing = useQuery({
    queryKey: ['standing', playerId],
    queryFn: () => call('GET /api/players/{playerId}/standing', { params: { playerId } }),
  })
  return (
    <Card title={label('players.standing')}>
      <Loaded query={standing}>
        {(items) => (
          <ul className={styles.list}>
            {items.map((item, index) => (
              <Item key={index} item={item} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

function Item({ item: { level, what, detail, amount, since, until, path } }: { item: StandingItem }) {
  const title = labelOf(`players.standing.${what}`)
  return (
    <li>
      <Badge tone={tones[level]}>
        {path ? (
          <a href={path} onClick={follow}>
            {title}
          </a>
        ) : (
          title
        )}
      </Badge>
      {amount && <strong>{formatMoney(amount)}</strong>}
      {detail.length > 0 && <span>{lineOf(detail)}</span>}
      {since && <span className={styles.keys}>{label('players.standing.since', { moment: formatMoment(since) })}</span>}
      {until && <span className={styles.keys}>{label('players.standing.until', { moment: formatMoment(until) })}</span>}
    </li>
  )
}
